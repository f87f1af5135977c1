// expect: reference
// comment‹U+2028›nothing()
