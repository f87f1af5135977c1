// options: { "limits": { "timeMs": 300 } }
for (;;) {}
