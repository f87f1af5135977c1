let plate
plate.width = 10
