"""What people do on the page."""

from playwright.sync_api import expect

PIN = "135790"


def unlock(page, pin=PIN):
    """Show the PIN when the page asks for it."""
    page.locator("input.pin").fill(pin)
    page.locator("dialog form .primary").click()
    if pin == PIN:
        expect(page.locator("dialog")).to_be_hidden()


def pieces(page):
    """The numbers of the pieces that the page shows."""
    return page.locator(".board .piece").evaluate_all("nodes => nodes.map(node => Number(node.dataset.number))")


def tap(page, row, column):
    """Tap a square of the board."""
    x, y = page.evaluate(
        """([row, column]) => {
            const board = document.querySelector('.board');
            board.scrollIntoView({ block: 'center' });
            const at = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(board.getScreenCTM());
            return [at.x, at.y];
        }""",
        [row, column],
    )
    page.mouse.click(x, y)
