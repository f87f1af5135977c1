// expect: source_size
// time: 5000
/*«x»×1100000*/
