"""What pypdf reads in a PDF file, as JSON."""

import collections
import json
import sys

from pypdf import PdfReader
from pypdf.generic import ContentStream

reader = PdfReader(sys.argv[1], strict=True)
page = reader.pages[0]
operations = ContentStream(page["/Contents"].get_object(), reader).operations
layers = reader.trailer["/Root"].get("/OCProperties", {"/OCGs": []})["/OCGs"]
print(json.dumps({
    "pages": len(reader.pages),
    "size": [float(page.mediabox.width), float(page.mediabox.height)],
    "unit": float(page.get("/UserUnit", 1)),
    "operators": collections.Counter(operator.decode() for _, operator in operations),
    "text": page.extract_text(),
    "layers": [layer.get_object()["/Name"] for layer in layers],
}))
