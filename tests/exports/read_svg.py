"""What svgelements reads in an SVG file, as JSON: names in the order of drawing, and boxes in the scene's coordinates."""

import json
import sys

from svgelements import SVG, Shape

svg = SVG.parse(sys.argv[1])
factor = svg.width / svg.viewbox.width
order, boxes = [], {}
for shape in svg.elements(lambda element: isinstance(element, Shape)):
    name = shape.values["attributes"].get("data-name")
    left, top, right, bottom = shape.bbox(with_stroke=False)
    order.append(name)
    boxes[name] = [
        [left / factor + svg.viewbox.x, -(bottom / factor + svg.viewbox.y)],
        [right / factor + svg.viewbox.x, -(top / factor + svg.viewbox.y)],
    ]
print(json.dumps({"order": order, "boxes": boxes, "size": [svg.width, svg.height]}))
