// expect: ok
«if (0) nothing;»×5000
