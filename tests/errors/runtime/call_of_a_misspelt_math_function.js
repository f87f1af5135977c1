drawCircle('a', Math.cosine(0), 0, 5)
