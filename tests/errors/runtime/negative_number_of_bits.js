const low = BigInt.asIntN(-1, 5n)
