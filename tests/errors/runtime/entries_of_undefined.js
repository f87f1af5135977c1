const plate = { holes: [] }
for (const [name, r] of Object.entries(plate.sizes)) drawCircle(name, 0, 0, r)
