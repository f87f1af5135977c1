// expect: syntax
#
