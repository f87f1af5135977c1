// expect: timeout
outer: for (;;) { for (;;) continue outer }
