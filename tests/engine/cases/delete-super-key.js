// ECMA-262: `delete super[key]` evaluates the key before it throws.
const print = (value) => console.log(value)
class Base {}
class Derived extends Base {
  byKey() {
    return delete super[print('key')]
  }
  byName() {
    return delete super.name
  }
  byFailingKey() {
    return delete super[missing]
  }
}
for (const method of ['byKey', 'byName', 'byFailingKey']) {
  try {
    new Derived()[method]()
  } catch (error) {
    print(error.name)
  }
}
