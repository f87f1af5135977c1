const names = ['a', 'b']
names.foreach(name => drawCircle(name, 0, 0, 5))
