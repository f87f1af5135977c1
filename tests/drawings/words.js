// Wrong words are answered with the right one, also where the error is caught.
for (const call of [
  () => listEntities({ type: 'block' }),
  () => table('t', [['a']], { at: 'topLeft' }),
  () => check.spacing('a', 'b', 1),
]) {
  try { call() } catch (error) { console.log(error.message) }
}
//= listEntities: option type must be the type of an entity: an instance of a block has the type "instance", got "block"
//= table: there is no page to put it on; call setPage first, such as setPage('A3')
//= check.spacing is not a function. Did you mean check.minDistance?
