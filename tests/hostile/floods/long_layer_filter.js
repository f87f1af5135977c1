// expect: ok
listEntities({ name: '*a'.repeat(20000) })
