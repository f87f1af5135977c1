const lib = {}
lib.slot('a')
