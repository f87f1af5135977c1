drawRect('r', 0, 0, 10, 5)
rotateEntity('r', Math.PI / 2)
