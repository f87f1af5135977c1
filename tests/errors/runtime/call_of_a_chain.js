const car = { wheels: [] }
car.wheels[0].spin()
