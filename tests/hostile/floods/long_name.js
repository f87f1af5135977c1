// expect: range type scene
drawCircle('n'.repeat(1 << 20), 0, 0, 1)
