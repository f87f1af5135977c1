// expect: module
await import('/etc/pass' + 'wd')
