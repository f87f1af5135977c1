const hub = drawCircle('hub', 0, 0, 5)
setFill(hub, 'red')
