const bytes = new TextEncoder().encode("part")
drawText("count", 0, 0, String(bytes.length))
