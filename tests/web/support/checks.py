"""Checks of any page: axe's rules, and the layout."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.web.support.browser import until

HERE = Path(__file__).parent
AXE = HERE.parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
async (tags) => {
  const only = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const found = await axe.run(document, { ...only, preload: false }); // no rule of ours needs what it would fetch
  const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? '';
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `axe ${rule.id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${why(node)}`));
}
"""


@cache
def axe() -> str:
    assert AXE.exists(), "axe-core is missing: web/bundle.py installs it."
    return AXE.read_text("utf-8")


@cache
def gates() -> str:
    return (HERE / "layout_checks.js").read_text("utf-8")


def axe_faults(page: Page) -> list[str]:
    """Return the violations that axe finds, after animations end: colours would be measured half faded."""
    rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    return page.evaluate(RUN, RULES)


def layout_faults(page: Page, touch: bool) -> list[str]:
    rest(page)
    return page.evaluate(gates(), {"touch": touch})


AT_REST = """
document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)
"""


def rest(page: Page) -> None:
    """Wait until no finite animation runs."""
    until(page, AT_REST)
