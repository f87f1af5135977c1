// expect: timeout
while (true) {}
