const [, n] = 'plate'.match(/(\d+)/)
