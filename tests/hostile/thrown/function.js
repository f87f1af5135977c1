// expect: thrown
throw function named() {}
