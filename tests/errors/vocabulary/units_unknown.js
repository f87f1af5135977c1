setUnits('inches')
