// expect: syntax
export {}; with (Math) {}
