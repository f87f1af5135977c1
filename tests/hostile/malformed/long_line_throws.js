// expect: thrown
/*«x»×1000000*/ throw new Error('far')
