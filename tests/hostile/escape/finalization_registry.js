// expect: ok
new FinalizationRegistry(() => { for (;;) {} }).register({}, 1)
