// expect: reference type
setTimeout('1', 0)
