// expect: timeout
('a'.repeat(40) + '!').split(/^(a+)+$/)
