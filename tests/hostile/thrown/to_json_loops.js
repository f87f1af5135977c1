// expect: thrown
throw { toJSON() { for (;;) {} } }
