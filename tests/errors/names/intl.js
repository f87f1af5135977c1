const area = new Intl.NumberFormat("en-US").format(1234.5)
drawText("area", 0, 0, area)
