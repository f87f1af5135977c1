// The name of a function expression is an immutable binding: code that assigns to it throws where it is strict, and does nothing
// elsewhere (CreateImmutableBinding with S false, SetMutableBinding with the strictness of the reference).
const attempt = (name, work) => {
  try { console.log(name, work()) } catch (error) { console.log(name, error.name) }
}
attempt('inherited', function () { 'use strict'; return (function f() { f = 1; return typeof f })() })
attempt('own', () => (function f() { 'use strict'; f += 1; return typeof f })())
attempt('sloppy', () => (function f() { f = 5; return typeof f })())
attempt('strict inside sloppy', () => (function f() { (() => { 'use strict'; f = 1 })(); return typeof f })())
attempt('update', function () { 'use strict'; return (function f() { f++; return typeof f })() })
attempt('pattern', function () { 'use strict'; return (function f() { [f] = [1]; return typeof f })() })
attempt('or', function () { 'use strict'; return (function f() { f ||= 1; return typeof f })() })
attempt('and', function () { 'use strict'; return (function f() { f &&= 1; return typeof f })() })
attempt('for of', function () { 'use strict'; return (function f() { for (f of [1]); return typeof f })() })
attempt('for in', function () { 'use strict'; return (function f() { for (f in { a: 1 }); return typeof f })() })
attempt('caught', function () { 'use strict'; return (function f() { try { f = 1 } catch (e) { return e.name } return typeof f })() })
attempt('generator', function () { 'use strict'; return [...(function* g() { g = 1; yield 1 })()] })
attempt('class', () => (class C { static m() { C = 1 } }).m())
attempt('class with a function', () => (class { static m() { return (function f() { f = 2; return typeof f })() } }).m())
