// expect: type
drawText('t', 'x', 0, 0, 1, { ['k'.repeat(1 << 20)]: 1 })
