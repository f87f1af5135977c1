class Base {}
class Gear extends Base {
  constructor() { this.teeth = 5 }
}
new Gear()
