// options: { "limits": { "memoryBytes": 67108864, "timeMs": 20000 } }
const rows = []
for (;;) rows.push(new Array(1e5).fill(0))
