// options: { "limits": { "memoryBytes": 67108864, "timeMs": 20000 } }
const rows = []
for (;;) rows.push(new Float64Array(1e5))
