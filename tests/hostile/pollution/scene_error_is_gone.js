// expect: scene thrown
globalThis.SceneError = { get prototype() { for (;;) {} } }
translate('nothing', 1, 1)
