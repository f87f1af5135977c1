const { push } = []
push('a')
