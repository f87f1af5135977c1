await null
setFill('nobody', 'red')
