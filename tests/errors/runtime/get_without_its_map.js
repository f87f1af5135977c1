const sizes = new Map([['a', 5]])
const { get } = sizes
drawCircle('a', 0, 0, get('a'))
