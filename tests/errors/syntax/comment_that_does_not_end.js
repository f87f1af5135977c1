/* the plate
drawRect('plate', 0, 0, 10, 10)
