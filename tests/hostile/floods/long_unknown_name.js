// expect: scene range type
translate('n'.repeat(1 << 20), 1, 1)
