// expect: ok syntax
<!-- this is a comment in a script
