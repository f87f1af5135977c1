await new Promise(() => {})
drawCircle('a', 0, 0, 5)
