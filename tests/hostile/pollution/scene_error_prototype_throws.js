// expect: scene thrown
Object.defineProperty(globalThis, 'SceneError', { get() { throw 'gone' } })
translate('nothing', 1, 1)
