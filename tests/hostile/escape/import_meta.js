// expect: syntax
for (const key of Object.keys(import.meta)) throw key
