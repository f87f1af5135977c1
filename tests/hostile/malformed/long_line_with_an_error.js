// expect: reference
// time: 5000
/*«x»×1000000*/ nothing()
