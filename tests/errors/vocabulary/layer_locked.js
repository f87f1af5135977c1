drawRect('wall', 0, 0, 10, 5)
defineLayer('walls', { locked: true })
setLayer('wall', 'walls')
translate('wall', 5, 0)
