// expect: ok
// time: 5000
«if (0) nothing;»×5000
