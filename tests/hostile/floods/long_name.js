// expect: range type scene
// time: 5000
drawCircle('n'.repeat(1 << 20), 0, 0, 1)
