"""Writes DXF files with ezdxf into a folder, and prints what is in them: boxes and areas, worked out by sampling finely."""

import json
import math
import os
import sys

import ezdxf
import numpy
from ezdxf.math import Vec2, Vec3, bulge_to_arc

STEPS = 4_000
FOLDER = sys.argv[1]
RELEASES = ["R12", "R2000", "R2004", "R2007", "R2010", "R2013", "R2018"]


def turn(center, radius, start, end):
    t = numpy.linspace(start, end, STEPS)
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in t]


def bulged(vertices, closed):
    points = []
    ends = vertices[1:] + (vertices[:1] if closed else [])
    for (x, y, bulge), (to_x, to_y, _) in zip(vertices, ends):
        points.append((x, y))
        if abs(bulge) > 1e-12:
            center, start, end, radius = bulge_to_arc((x, y), (to_x, to_y), bulge)
            arc = turn(center, radius, start, end if end > start else end + math.tau)
            points.extend(arc if bulge > 0 else reversed(arc))
    if not closed:
        points.append(vertices[-1][:2])
    return points


def in_world(entity, points):
    ocs = entity.ocs()
    return [tuple(ocs.to_wcs(Vec3(x, y, 0)))[:2] for x, y in points] if ocs.transform else points


def edges(path):
    points = []
    for edge in path.edges:
        kind = type(edge).__name__
        if kind == "LineEdge":
            own = [tuple(edge.start), tuple(edge.end)]
        elif kind == "ArcEdge":
            start, end = math.radians(edge.start_angle), math.radians(edge.end_angle)
            own = turn(edge.center, edge.radius, start, end if end > start else end + math.tau)
            own = own if edge.ccw else own[::-1]
        elif kind == "EllipseEdge":
            tool = edge.construction_tool()
            start, end = edge.start_param, edge.end_param
            own = [tuple(point)[:2] for point in tool.vertices(numpy.linspace(start, end if end > start else end + math.tau, STEPS))]
            own = own if edge.ccw else own[::-1]
        else:
            tool = edge.construction_tool()
            own = [tuple(point)[:2] for point in tool.points(numpy.linspace(0, tool.max_t, STEPS))]
        points.extend(own)
    return points


def sampled(entity):
    """Yields the points of each outline of an entity, and True for one that is closed."""
    kind = entity.dxftype()
    if kind == "INSERT":
        inserts = entity.multi_insert() if entity.mcount > 1 else [entity]
        for insert in inserts:
            block = insert.block()
            if block is None or block.block.is_xref:
                continue
            place = insert.matrix44()
            for inner in block:
                for points, closed in sampled(inner):
                    yield [tuple(point)[:2] for point in place.transform_vertices(Vec3(point) for point in points)], closed
    elif kind == "DIMENSION":
        for inner in entity.virtual_entities():
            yield from sampled(inner)
    elif kind == "LINE":
        yield [tuple(entity.dxf.start)[:2], tuple(entity.dxf.end)[:2]], False
    elif kind in ("CIRCLE", "ARC"):
        whole = kind == "CIRCLE"
        start, end = (0, 360) if whole else (entity.dxf.start_angle, entity.dxf.end_angle)
        points = turn(entity.dxf.center, entity.dxf.radius, math.radians(start), math.radians(end if end > start else end + 360))
        yield in_world(entity, points), whole
    elif kind == "ELLIPSE":
        start, end = entity.dxf.start_param, entity.dxf.end_param
        end = end if end > start else end + math.tau
        points = [tuple(point)[:2] for point in entity.vertices(numpy.linspace(start, end, STEPS))]
        yield points, abs(end - start - math.tau) < 1e-9
    elif kind == "LWPOLYLINE":
        yield in_world(entity, bulged([tuple(it) for it in entity.get_points("xyb")], entity.closed)), entity.closed
    elif kind == "POLYLINE":
        vertices = [(it.dxf.location.x, it.dxf.location.y, it.dxf.bulge) for it in entity.vertices]
        yield in_world(entity, bulged(vertices, entity.is_closed)), entity.is_closed
    elif kind == "SPLINE":
        tool = entity.construction_tool()
        knots = tool.knots()
        domain = numpy.linspace(knots[tool.order - 1], knots[-tool.order], STEPS)
        points = [tuple(point)[:2] for point in tool.points(domain)]
        closed = entity.closed or Vec2(points[0]).isclose(points[-1])
        yield points, closed
    elif kind == "HATCH":
        for path in entity.paths:
            own = edges(path) if hasattr(path, "edges") else bulged([tuple(it) for it in path.vertices], True)
            yield own, True
    elif kind == "LEADER":
        yield [tuple(point)[:2] for point in entity.vertices], False
    elif kind in ("SOLID", "TRACE"):
        yield [tuple(it)[:2] for it in entity.wcs_vertices()], True


def area(points):
    x, y = numpy.array(points).T
    return abs(numpy.dot(x - x[0], numpy.roll(y, -1) - y[0]) - numpy.dot(numpy.roll(x, -1) - x[0], y - y[0])) / 2


def is_inside(point, ring):
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            inside = not inside
    return inside


def described(document):
    boxes, areas, box = [], [], None
    for entity in document.modelspace():
        outlines = list(sampled(entity))
        if entity.dxftype() == "HATCH":
            # By turns inside and outside, from the outermost ring on.
            rings = [points for points, _ in outlines]
            depth = [sum(is_inside(ring[0], other) for other in rings if other is not ring) for ring in rings]
            areas.append(sum(area(ring) * (-1) ** depth[index] for index, ring in enumerate(rings)))
        else:
            areas.extend(area(points) for points, closed in outlines if closed)
        if entity.dxftype() == "LEADER" and entity.dxf.has_arrowhead:
            # A filled triangle, a third as wide as it is long.
            style = document.dimstyles.get(entity.dxf.dimstyle).dxf
            areas.append((style.dimasz * style.dimscale) ** 2 / 6)
        for points, _ in outlines:
            own = numpy.array(points)
            low, high = own.min(axis=0), own.max(axis=0)
            box = (low, high) if box is None else (numpy.minimum(box[0], low), numpy.maximum(box[1], high))
    return {"box": [*map(float, box[0]), *map(float, box[1])], "area": float(sum(areas))}


def lines_and_arcs(document):
    space = document.modelspace()
    document.layers.add("cut", color=1, linetype="CONTINUOUS")
    space.add_line((0, 0), (40, 10), dxfattribs={"layer": "cut"})
    space.add_circle((12.5, -7), 6.25, dxfattribs={"layer": "cut", "color": 5})
    space.add_circle((30, 5), 3, dxfattribs={"extrusion": (0, 0, -1)})
    space.add_arc((5, 5), 8, 200, 30)
    space.add_arc((-5, 5), 8, 10, 100, dxfattribs={"extrusion": (0, 0, -1)})
    space.add_text("Ø 12 부품", height=3).set_placement((3, 3))
    space.add_polyline2d([(0, 20, 0), (20, 20, 1), (20, 30, -0.3), (0, 30, 0.5)], format="xyb").close(True)
    space.add_polyline2d([(50, 0), (60, 10), (70, 0)])
    space.add_solid([(80, 0), (90, 0), (80, 5), (90, 5)])


def blocks(document):
    space = document.modelspace()
    bolt = document.blocks.new("bolt", base_point=(1, 1))
    bolt.add_circle((1, 1), 2)
    bolt.add_line((1, 1), (6, 2))
    bolt.add_arc((1, 1), 3, 20, 120)
    pair = document.blocks.new("pair")
    pair.add_blockref("bolt", (10, 0), dxfattribs={"rotation": 30})
    pair.add_blockref("bolt", (-10, 0), dxfattribs={"xscale": -1, "yscale": 1})
    space.add_blockref("pair", (50, 20), dxfattribs={"rotation": 45, "xscale": 2, "yscale": 2})
    space.add_blockref("bolt", (0, 0), dxfattribs={"xscale": 2, "yscale": 0.5, "rotation": 15})
    space.add_blockref("bolt", (-40, 10), dxfattribs={"row_count": 2, "column_count": 3, "row_spacing": 9, "column_spacing": 12, "rotation": 20})
    space.add_blockref("pair", (5, 60), dxfattribs={"extrusion": (0, 0, -1), "rotation": 10})


def curves(document):
    space = document.modelspace()
    space.add_ellipse((0, 0), (10, 4), 0.4)
    space.add_ellipse((30, 0), (0, 8), 0.5, 0.5, 4)
    space.add_ellipse((30, 20), (6, 2), 0.3, 1, 5, dxfattribs={"extrusion": (0, 0, -1)})
    space.add_open_spline([(0, 20), (10, 40), (20, 10), (30, 30), (45, 20)])
    space.add_spline().set_closed([Vec3(60, 0), Vec3(80, 0), Vec3(85, 20), Vec3(70, 30), Vec3(55, 15)])
    space.add_rational_spline([(0, 60), (10, 80), (20, 60), (30, 75)], [1, 3, 0.5, 2])
    space.add_open_spline([(40, 60), (45, 70), (50, 60), (55, 75), (60, 60), (65, 70)], degree=5)
    space.add_lwpolyline([(0, -30, 0.5), (20, -30, 0), (20, -20, -1), (0, -20, 0)], format="xyb", close=True)
    space.add_lwpolyline([(40, -30, 1), (50, -30, 1)], format="xyb", close=True)
    space.add_lwpolyline([(60, -30, 0.2), (70, -25, 0)], format="xyb", dxfattribs={"extrusion": (0, 0, -1)})


def hatches(document):
    space = document.modelspace()
    solid = space.add_hatch(color=2)
    solid.paths.add_polyline_path([(0, 0), (30, 0), (30, 20), (0, 20)], is_closed=True)
    solid.paths.add_polyline_path([(10, 10, 1), (16, 10, 1)], is_closed=True)
    lined = space.add_hatch(color=3)
    lined.set_pattern_fill("ANSI31", scale=0.5)
    path = lined.paths.add_edge_path()
    path.add_arc((60, 10), 10, 0, 180, ccw=True)
    path.add_line((50, 10), (70, 10))
    turned = space.add_hatch(color=4)
    path = turned.paths.add_edge_path()
    path.add_ellipse((100, 10), (12, 0), 0.5, 0, 360, ccw=True)
    mixed = space.add_hatch(color=6)
    path = mixed.paths.add_edge_path()
    path.add_line((0, 40), (20, 40))
    path.add_arc((20, 45), 5, 270, 90, ccw=True)
    path.add_line((20, 50), (0, 50))
    path.add_arc((0, 45), 5, 270, 90, ccw=False)


def notes(document):
    space = document.modelspace()
    space.add_lwpolyline([(0, 0), (100, 0), (100, 50), (0, 50)], close=True)
    space.add_linear_dim(base=(0, -12), p1=(0, 0), p2=(100, 0)).render()
    space.add_aligned_dim(p1=(0, 0), p2=(100, 50), distance=8).render()
    space.add_diameter_dim(center=(50, 25), radius=10, angle=30).render()
    space.add_circle((50, 25), 10)
    space.add_mtext("Notes\\P{\\H2x;big} text", dxfattribs={"char_height": 3, "insert": (5, 45), "attachment_point": 1})
    space.add_text("centre", height=4).set_placement((50, 60), align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)


def empty_space(document):
    document.modelspace().add_circle((1e4, -2e4), 0.001)
    document.modelspace().add_line((1e4, -2e4), (1e4 + 1e-3, -2e4))
    document.layout("Layout1").add_line((0, 0), (1e6, 1e6))


def uneven(document):
    """Blocks in blocks, stretched unevenly, mirrored, in rows: their bulges and arcs are parts of ellipses."""
    space = document.modelspace()
    tab = document.blocks.new("tab", base_point=(2, 1))
    tab.add_polyline2d([(0, 0, 0), (10, 0, 0.6), (10, 6, 0), (4, 6, -0.4), (0, 6, 0)], format="xyb").close(True)
    tab.add_arc((5, 3), 2, 300, 80)
    tab.add_circle((5, 3), 1)
    row = document.blocks.new("row", base_point=(-3, 2))
    row.add_blockref("tab", (0, 0), dxfattribs={"xscale": 1.5, "yscale": 0.75, "rotation": 25})
    row.add_blockref("tab", (30, 5), dxfattribs={"xscale": -1, "yscale": 2, "rotation": -10})
    field = document.blocks.new("field")
    field.add_blockref("row", (5, 5), dxfattribs={"xscale": 1, "yscale": 1.2, "rotation": 90})
    field.add_line((0, 0), (3, 40))
    space.add_blockref("field", (0, 0), dxfattribs={"xscale": 2, "yscale": 0.5, "rotation": 33})
    space.add_blockref("field", (200, 0), dxfattribs={"xscale": 0.5, "yscale": -1.5})
    space.add_blockref("row", (0, 200), dxfattribs={"extrusion": (0, 0, -1), "xscale": 2, "yscale": 1, "rotation": 40})
    space.add_blockref("tab", (200, 200), dxfattribs={"row_count": 3, "column_count": 2, "row_spacing": 20, "column_spacing": -25, "xscale": 1, "yscale": 0.4, "rotation": 70})


def attributes(document):
    """What has no outline of its own: attributes, references to other files, infinite lines, points, paper space."""
    space = document.modelspace()
    plate = document.blocks.new("plate")
    plate.add_polyline2d([(0, 0), (20, 0), (20, 10), (0, 10)]).close(True)
    plate.add_attdef("NO", (1, 1), dxfattribs={"height": 2})
    for index, (x, y) in enumerate([(0, 0), (40, 5), (80, -5)]):
        space.add_blockref("plate", (x, y)).add_auto_attribs({"NO": f"No. {index}"})
    space.add_point((50, 2))
    if document.dxfversion > "AC1009":
        document.add_xref_def("elsewhere.dxf", "elsewhere")
        space.add_blockref("elsewhere", (1000, 1000))
        formatted = "{\\fArial|b1|i0;bold} \\C1;red \\H2.5x;large\\P\\S1/2; \\S+0.1^-0.2; %%c20 \\U+00D8 \\A1;\\W0.8;narrow\\~end"
        # Small enough that the line of its fraction, which is measured unlike the text, stays within the box of the plates.
        space.add_mtext(formatted, dxfattribs={"char_height": 1, "insert": (2, 9), "width": 15, "rotation": 15})
    document.layout("Layout1").add_circle((0, 0), 500)


def islands(document):
    space = document.modelspace()
    nested = space.add_hatch(color=2)
    for half in (20, 15, 5):
        nested.paths.add_polyline_path([(-half, -half), (half, -half), (half, half), (-half, half)], is_closed=True)
    mixed = space.add_hatch(color=3)
    mixed.set_pattern_fill("ANSI37", scale=0.4)
    mixed.paths.add_polyline_path([(40, -20, 0), (80, -20, 0.5), (80, 20, 0), (40, 20, -0.3)], is_closed=True)
    hole = mixed.paths.add_edge_path()
    hole.add_ellipse((60, 0), (9, 3), 0.4, 0, 360, ccw=True)
    hole = mixed.paths.add_edge_path()
    hole.add_arc((72, 10), 4, 0, 360, ccw=True)
    curved = space.add_hatch(color=4)
    path = curved.paths.add_edge_path()
    path.add_spline(control_points=[(100, 0), (110, 30), (130, -10), (140, 0)], degree=3, knot_values=[0, 0, 0, 0, 1, 1, 1, 1])
    path.add_line((140, 0), (120, -40))
    path.add_line((120, -40), (100, 0))


def measures(document):
    space = document.modelspace()
    space.add_lwpolyline([(0, 0), (80, 0), (80, 40), (0, 40)], close=True)
    space.add_circle((20, 20), 8)
    space.add_radius_dim(center=(20, 20), radius=8, angle=135).render()
    space.add_angular_dim_cra(center=(60, 20), radius=12, start_angle=20, end_angle=100, distance=4).render()
    space.add_ordinate_x_dim(feature_location=(20, 20), offset=(0, 35)).render()
    space.add_linear_dim(base=(95, 0), p1=(80, 0), p2=(80, 40), angle=90, text="<> H7").render()
    space.add_leader([(80, 40), (95, 55), (105, 55)])


def extruded(document):
    """Drawn from behind, as mirrored parts of other programs are."""
    space = document.modelspace()
    behind = {"extrusion": (0, 0, -1)}
    space.add_lwpolyline([(0, 0, 0.3), (30, 0, 0), (30, 20, -0.8), (0, 20, 0)], format="xyb", close=True, dxfattribs=behind)
    space.add_polyline2d([(50, 0, 1), (60, 0, 1)], format="xyb", dxfattribs=behind).close(True)
    space.add_arc((10, 50), 9, 250, 40, dxfattribs=behind)
    space.add_circle((-30, 40), 4, dxfattribs=behind)
    space.add_ellipse((40, 60), (9, 3), 0.5, dxfattribs=behind)
    space.add_solid([(0, 80), (10, 80), (0, 90), (12, 88)])


KINDS = {
    "uneven": uneven, "attributes": attributes, "islands": islands, "measures": measures, "extruded": extruded,
    "lines": lines_and_arcs, "blocks": blocks, "curves": curves, "hatches": hatches, "notes": notes, "far": empty_space,
}
SOME = {"uneven", "attributes", "islands", "measures", "extruded"}
OLD = {"lines", "blocks", "far", "uneven", "attributes"}
written = []
for release in RELEASES:
    for name, draw in KINDS.items():
        if release == "R12" and name not in OLD or name in SOME and release not in ("R12", "R2000", "R2010", "R2018"):
            continue
        for form in ["asc", "bin"] if name in ("lines", "curves") else ["asc"]:
            document = ezdxf.new(release, setup=True, units=4)
            draw(document)
            file = f"{name}_{release}_{form}.dxf"
            document.saveas(os.path.join(FOLDER, file), fmt=form)
            written.append({"file": file, "unit": 1, **described(document)})
for code, unit in {0: 1, 1: 25.4, 2: 304.8, 5: 10, 6: 1000, 7: 1e6, 9: 0.0254, 10: 914.4, 13: 1e-3, 14: 100}.items():
    document = ezdxf.new("R2010", units=code)
    lines_and_arcs(document)
    document.saveas(os.path.join(FOLDER, f"unit_{code}.dxf"))
    written.append({"file": f"unit_{code}.dxf", "unit": unit, **described(document)})
print(json.dumps(written))
