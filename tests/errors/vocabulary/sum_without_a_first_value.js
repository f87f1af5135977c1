let total
for (const width of [10, 20]) total += width
drawRect('row', 0, 0, total, 5)
