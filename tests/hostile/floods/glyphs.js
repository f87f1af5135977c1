// expect: entities timeout memory
drawText('t', 'x'.repeat(1 << 20), 0, 0, 1)
