// expect: syntax
<<<<<<< HEAD
