const parts = ['a', ...5]
