const debug = false
if (debug) drawCirle('probe', 0, 0, 1)
drawCircle('a', 0, 0, 5)
