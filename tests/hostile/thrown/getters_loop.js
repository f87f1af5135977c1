// expect: thrown
throw { get a() { for (;;) {} }, b: 1 }
