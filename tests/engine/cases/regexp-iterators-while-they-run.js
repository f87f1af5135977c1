// `exec` of a subclass may use the iterator that calls it (%RegExpStringIteratorPrototype%.next, 22.2.9.2.1).
let it
class R extends RegExp { exec(s) { if (it) it.seen = (it.seen ?? 0) + 1; return super.exec(s) } }
it = 'aXa'.matchAll(new R('a', 'g'))
console.log([...it].length, it.seen)                                    // 2 3
