// expect: type reference thrown
with (new Proxy({}, { has: () => true, get: (t, key) => key === Symbol.unscopables ? undefined : eval })) { run('1') }
