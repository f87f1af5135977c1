const places = async () => [0, 10]
places().map((x) => drawCircle('c' + x, x, 0, 1))
