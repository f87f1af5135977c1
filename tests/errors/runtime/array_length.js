const a = new Array(-1)
