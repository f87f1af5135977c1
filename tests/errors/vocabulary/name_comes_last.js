drawRect(0, 0, 10, 20, 'plate')
