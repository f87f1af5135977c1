// `#name in object` is the left side of the comparison that follows it (RelationalExpression).
class A {
  #a = 1
  static check(object) {
    return [#a in object in { true: 1 }, #a in object instanceof Boolean, #a in object < 1, #a in object == true, #a in object && #a in A]
  }
  static loop(object) {
    for (const found = (#a in object); ;) return found
  }
}
console.log(A.check(new A()).join(), A.check({}).join(), A.loop(new A()))
