const a = 5
(function () { drawCircle('a', 0, 0, a) })()
