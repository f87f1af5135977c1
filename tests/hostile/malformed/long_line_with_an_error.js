// expect: reference
/*«x»×1000000*/ nothing()
