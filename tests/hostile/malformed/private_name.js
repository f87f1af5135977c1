// expect: syntax
a.#b
