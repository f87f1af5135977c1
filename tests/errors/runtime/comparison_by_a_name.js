const sorted = [{ w: 3 }, { w: 1 }].sort('w')
