"""A PDF of filled rectangles and short texts in real size: all that a printed sheet needs."""

from __future__ import annotations

from dataclasses import dataclass, field

# Millimetres in a PDF point.
POINT = 25.4 / 72
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""


@dataclass
class Page:
    """One page; lengths in millimetres, from the upper left corner."""

    width: float
    height: float
    _drawn: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, grey: float = 0.0) -> None:
        """A filled rectangle: 0 is black, 1 white."""
        left, low = x / POINT, (self.height - y - height) / POINT
        self._drawn.append(f"{grey:g} g {left:.4f} {low:.4f} {width / POINT:.4f} {height / POINT:.4f} re f")

    def text(self, x: float, y: float, words: str, size: float = 3.5) -> None:
        """Words in ASCII with their base line at y."""
        safe = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        safe = safe.encode("ascii", "replace").decode()
        left, low = x / POINT, (self.height - y) / POINT
        self._drawn.append(f"0 g BT /F1 {size / POINT:.2f} Tf {left:.3f} {low:.3f} Td ({safe}) Tj ET")

    def content(self) -> bytes:
        """The page's drawing commands."""
        return "\n".join(self._drawn).encode("ascii")


def written(pages: list[Page]) -> bytes:
    """The pages as a PDF file that asks to be printed without scaling."""
    numbers = [4 + 2 * index for index in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in zip(numbers, pages, strict=True):
        box = f"[0 0 {page.width / POINT:.3f} {page.height / POINT:.3f}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        drawn = page.content()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    parts, places, length = [b"%PDF-1.4\n"], [], 9
    for number, body in enumerate(objects, 1):
        part = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        places.append(length)
        parts.append(part)
        length += len(part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    parts.append(
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, length)
    )
    return b"".join(parts)
