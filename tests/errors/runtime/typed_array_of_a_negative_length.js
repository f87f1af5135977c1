const heights = new Float64Array(-1)
