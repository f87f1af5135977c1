const width: number = 10
