"""What ezdxf reads in a DXF file, as JSON."""

import collections
import json
import sys

import ezdxf
from ezdxf import bbox


def box_of(entities):
    box = bbox.extents(entities, fast=False)
    return [list(box.extmin)[:2], list(box.extmax)[:2]] if box.has_data else None


def name_of(entity):
    if not entity.has_xdata("SCENEWRIGHT"):
        return None
    return "".join(tag.value for tag in entity.get_xdata("SCENEWRIGHT") if tag.code == 1000)


document = ezdxf.readfile(sys.argv[1])
audit = document.audit()
outlines, order, radii = collections.defaultdict(list), [], {}
bores, bulges = collections.defaultdict(list), collections.defaultdict(int)
for entity in document.modelspace():
    name = name_of(entity)
    order.append(name)
    if entity.dxftype() in ("CIRCLE", "ARC"):
        radii[name] = entity.dxf.radius
    if entity.dxftype() == "CIRCLE":
        bores[name].append(2 * entity.dxf.radius)
    if entity.dxftype() == "LWPOLYLINE":
        bulges[name] += sum(bool(point[0] != 0) for point in entity.get_points("b"))
    if entity.dxftype() != "HATCH":
        outlines[name].append(entity)
print(json.dumps({
    "version": document.dxfversion,
    "units": document.header["$INSUNITS"],
    "extents": [list(document.header[name])[:2] for name in ("$EXTMIN", "$EXTMAX")],
    "errors": [error.message for error in audit.errors],
    "fixes": [fix.message for fix in audit.fixes],
    "counts": collections.Counter(entity.dxftype() for entity in document.modelspace()),
    "order": list(dict.fromkeys(order)),
    "radii": radii,
    "bores": bores,
    "bulges": bulges,
    "boxes": {name: box_of(entities) for name, entities in outlines.items()},
    "fills": {
        name_of(hatch): box_of([hatch]) for hatch in document.modelspace().query("HATCH")
    },
    "texts": [
        [name_of(text), text.plain_text(), text.dxf.height, text.dxf.rotation]
        for text in document.modelspace().query("TEXT")
    ],
    "paragraphs": [
        [name_of(text), text.plain_text(), text.dxf.char_height, text.get_rotation(), text.dxf.width, text.text]
        for text in document.modelspace().query("MTEXT")
    ],
    "layers": {
        layer.dxf.name: {
            "scene": name_of(layer) or layer.dxf.name,
            "rgb": list(layer.rgb) if layer.rgb else None,
            "linetype": layer.dxf.linetype,
            "weight": layer.dxf.lineweight,
            "on": layer.is_on(),
            "locked": layer.is_locked(),
        }
        for layer in document.layers
    },
}))
