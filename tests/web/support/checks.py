"""Accessibility checks (axe-core) and layout checks of any page."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.web.support.browser import wait_until

HERE = Path(__file__).parent
AXE = HERE.parents[2] / "web/node_modules/axe-core/axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """
async (tags) => {
  const only = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const result = await axe.run(document, { ...only, preload: false }); // no rule needs the fetched sheets
  const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? '';
  return result.violations.flatMap((rule) => rule.nodes.map((node) =>
    `axe ${rule.id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${why(node)}`));
}
"""


@cache
def axe() -> str:
    assert AXE.exists(), "axe-core is missing: install it with web/bundle.py."
    return AXE.read_text("utf-8")


@cache
def layout_script() -> str:
    return (HERE / "layout_checks.js").read_text("utf-8")


def axe_faults(page: Page) -> list[str]:
    """Return the violations that axe finds, once animations have ended: it would measure half-faded colours."""
    wait_for_animations(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    return page.evaluate(RUN_AXE, AXE_TAGS)


def layout_faults(page: Page, touch: bool) -> list[str]:
    wait_for_animations(page)
    return page.evaluate(layout_script(), {"touch": touch})


ANIMATIONS_ENDED = """
document.getAnimations().every((animation) =>
  animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity)
"""


def wait_for_animations(page: Page) -> None:
    """Wait until no finite animation runs."""
    wait_until(page, ANIMATIONS_ENDED)
