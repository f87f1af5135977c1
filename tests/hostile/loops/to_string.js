// expect: timeout
[{ toString() { for (;;) {} } }].join()
