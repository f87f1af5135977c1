// super in a field is the prototype of the superclass, and that of a static one the superclass (ClassFieldDefinitionEvaluation).
class Base { get name() { return 'base' } static kind = 'static base'; describe() { return 'described' } }
class Derived extends Base {
  own = super.name
  later = () => super.describe()
  #hidden = super.describe()
  static kind = `${super.kind}!`
  read() { return this.#hidden }
}
const it = new Derived()
console.log(`${it.own} ${it.later()} ${it.read()} ${Derived.kind}`)
