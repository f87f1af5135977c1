// expect: syntax
// time: 5000
/*«x»×1000000*/ let = ;
