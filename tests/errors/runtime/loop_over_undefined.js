const plate = { holes: undefined }
for (const hole of plate.holes) drawCircle(hole.name, hole.x, hole.y, hole.r)
