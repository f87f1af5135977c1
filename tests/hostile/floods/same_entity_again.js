// expect: timeout
for (;;) drawCircle('a', 0, 0, 1)
