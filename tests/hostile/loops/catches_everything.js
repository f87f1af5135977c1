// expect: timeout
for (;;) { try { for (;;) null.x } catch {} finally { continue } }
