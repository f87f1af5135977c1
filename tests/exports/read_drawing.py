"""What a workshop needs of a DXF file, as ezdxf reads it, as JSON: contours, dimensions, blocks, layouts."""

import collections
import json
import sys

import ezdxf


def is_closed(entity):
    kind = entity.dxftype()
    if kind == "CIRCLE":
        return True
    if kind == "LWPOLYLINE":
        return entity.closed
    if kind == "ELLIPSE":
        return abs(entity.dxf.end_param - entity.dxf.start_param - 6.283185307179586) < 1e-9
    return False


document = ezdxf.readfile(sys.argv[1])
audit = document.audit()
space = document.modelspace()
layers = collections.defaultdict(lambda: {"closed": 0, "open": 0, "bulges": 0, "kinds": collections.Counter()})
for entity in space:
    layer = layers[entity.dxf.layer]
    layer["kinds"][entity.dxftype()] += 1
    layer["closed" if is_closed(entity) else "open"] += 1
    if entity.dxftype() == "LWPOLYLINE":
        layer["bulges"] += sum(bool(point[0] != 0) for point in entity.get_points("b"))
pages = {}
for layout in document.layouts:
    # The first viewport is that of the sheet itself.
    views = [view for view in layout.query("VIEWPORT") if view.dxf.id > 1] if layout.name != "Model" else []
    if views:
        pages[layout.name] = {
            "paper": [layout.dxf.paper_width, layout.dxf.paper_height],
            "scales": [view.dxf.view_height / view.dxf.height for view in views],
            "texts": [text.dxf.text for text in layout.query("TEXT")],
        }
print(json.dumps({
    "troubles": [entry.message for entry in [*audit.errors, *audit.fixes]],
    "units": document.header["$INSUNITS"],
    "counts": collections.Counter(entity.dxftype() for entity in space),
    "layers": layers,
    "pages": pages,
    "blocks": sorted({insert.dxf.name for insert in space.query("INSERT")}),
    "radii": sorted(circle.dxf.radius for circle in space.query("CIRCLE")),
    "measured": [dimension.dxf.actual_measurement for dimension in space.query("DIMENSION")],
    "patterns": sorted(hatch.dxf.pattern_name for hatch in space.query("HATCH") if not hatch.dxf.solid_fill),
}))
