// expect: timeout
for (;;);
