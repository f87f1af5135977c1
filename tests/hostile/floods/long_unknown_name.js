// expect: scene range type
// time: 5000
translate('n'.repeat(1 << 20), 1, 1)
