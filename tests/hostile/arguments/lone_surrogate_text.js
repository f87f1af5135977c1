// expect: type ok
drawText('t', '\ud800\udbff', 0, 0, 1)
