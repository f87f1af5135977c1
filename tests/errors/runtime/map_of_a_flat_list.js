const sizes = new Map(['a', 5, 'b', 7])
