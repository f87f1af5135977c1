// expect: source_size
/*«x»×1100000*/
