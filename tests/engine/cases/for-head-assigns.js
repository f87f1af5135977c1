// `for (a of …)` and `for (a in …)` assign by PutValue (14.7.5.7): what is not initialized yet, or not declared in strict code, is an error.
const attempt = (work) => { try { console.log(work()) } catch (error) { console.log(error.name) } }
attempt(() => { for (a of [1]); let a })                                // ReferenceError
attempt(() => { for (a in { p: 1 }); let a })                           // ReferenceError
attempt(() => { switch (1) { case 0: let a; case 1: for (a of [1]); } }) // ReferenceError
attempt(() => { switch (1) { case 0: class a {} case 1: for (a in { p: 1 }); } }) // ReferenceError
attempt(() => { const f = () => { for (a in { p: 1 }); }; f(); let a }) // ReferenceError
attempt(() => { 'use strict'; for (undeclaredOf of [1]); })             // ReferenceError
attempt(() => { 'use strict'; for (undeclaredIn in { p: 1 }); })        // ReferenceError
attempt(() => {
  const it = { [Symbol.iterator]: () => ({ next: () => ({ done: it.calls++ > 3, value: 1 }), return: () => (console.log('closed'), {}) }), calls: 0 }
  for (a of it);                                                        // closed
  let a
})                                                                      // ReferenceError
attempt(() => { for (sloppyGlobal of [1, 2]); return sloppyGlobal })    // 2
