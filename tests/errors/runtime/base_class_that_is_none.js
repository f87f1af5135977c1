const shapes = {}
class Gear extends shapes.Wheel {}
