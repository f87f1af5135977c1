using file = { [Symbol.dispose]() {} }
