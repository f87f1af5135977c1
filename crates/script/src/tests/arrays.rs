//! Tests of `push`, for which the engine has a short way.

use super::conformance::{Cases, assert_conforms};

const PUSHED: Cases = &[
    (
        "appends values of every kind",
        "const a = []; same(a.push(), 0); same(a.push(1), 1); same(a.push(2.5, -0), 3)
         a.push('x', null, undefined, [1], NaN, true); same(a.length, 9)
         same(JSON.stringify(a), '[1,2.5,0,\"x\",null,null,[1],null,true]')
         same(Object.is(a[2], -0), true); same(Object.keys(a).length, 9)",
    ),
    (
        "keeps the properties of the length",
        "const a = [1]; a.push(2)
         const d = Object.getOwnPropertyDescriptor(a, 'length')
         same([d.value, d.writable, d.enumerable, d.configurable].join(), '2,true,false,false')
         a.length = 1; a.push(3); same(a.join(), '1,3'); same(Array.prototype.push.length, 1)
         same(Array.prototype.push.name, 'push')",
    ),
    (
        "leaves holes as they are",
        "const a = new Array(3); a.push(1); same(a.length, 4); same(3 in a, true); same(2 in a, false)
         const b = [1]; b.length = 3; b.push(2); same(b.length, 4); same(1 in b, false)
         const c = [, 1]; c.push(2); same(c.length, 3); same(0 in c, false)",
    ),
    (
        "refuses what is frozen, sealed or of fixed length",
        "const frozen = Object.freeze([1]); throws(() => frozen.push(2)); same(frozen.length, 1)
         const sealed = Object.seal([1]); throws(() => sealed.push(2))
         const fixed = Object.defineProperty([1], 'length', { writable: false })
         throws(() => fixed.push(2)); same(fixed.join(), '1')
         const full = []; full.length = 2 ** 32 - 1; throws(() => full.push(1), RangeError)",
    ),
    (
        "asks setters that arrays inherit",
        "const set = []
         Object.defineProperty(Array.prototype, 1, { set(v) { set.push(v) }, configurable: true })
         const a = [0]; a.push('seen'); delete Array.prototype[1]; same(set.join(), 'seen')
         same(a.length, 2); same(1 in a, false)",
    ),
    (
        "works on whatever is given",
        "const like = { length: 2 }; same(Array.prototype.push.call(like, 'x'), 3); same(like[2], 'x')
         class List extends Array {}
         const list = new List(); list.push(4); same(list[0], 4); same(list instanceof List, true)
         const log = []; const proxy = new Proxy([], { set(t, k, v) { log.push(k); t[k] = v; return true } })
         proxy.push('x'); same(log.join(), '0,length')
         const typed = new Uint8Array(2); throws(() => Array.prototype.push.call(typed, 1))
         throws(() => Array.prototype.push.call(null, 1))",
    ),
    (
        "can be taken, replaced and spread",
        "const { push } = Array.prototype; const a = []; push.apply(a, [1, 2]); a.push(...[3, 4], 5)
         same(a.join(), '1,2,3,4,5'); a.push(a.length, a.pop()); same(a.join(), '1,2,3,4,5,5')
         const own = []; own.push = () => 'own'; same(own.push(1), 'own')",
    ),
];

#[test]
fn push_follows_the_standard() {
    assert_conforms(PUSHED);
}
