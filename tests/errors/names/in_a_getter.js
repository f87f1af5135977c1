const plate = {
  get area() { return this.w * hight },
  w: 5,
}
console.log(plate.area)
