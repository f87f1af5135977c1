// expect: thrown
// time: 5000
/*«x»×1000000*/ throw new Error('far')
