async function size() { return 5 }
drawCircle('a', 0, 0, size())
