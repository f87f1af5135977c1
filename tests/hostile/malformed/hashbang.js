// expect: ok
#!/usr/bin/env node
const a = 1
