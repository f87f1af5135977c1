// expect: syntax
/*«x»×1000000*/ let = ;
