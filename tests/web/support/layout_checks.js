// The gates of the layout: every fault that a ruler finds on the page as it stands. An empty list means clean.
({ touch }) => {
  const SMALLEST_TEXT = 12, SMALLEST_TARGET = 44, SLACK = 0.5;
  const faults = new Set();
  const wide = document.documentElement.clientWidth;
  // The page does not change during the checks, so each element is measured once.
  const once = (measure) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, measure(element));
      return known.get(element);
    };
  };
  const style = once((element) => getComputedStyle(element));
  const frame = once((element) => {
    const { overflowX, overflowY, position } = style(element);
    return { overflowX, overflowY, position, edge: element.getBoundingClientRect() };
  });
  const named = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> "${words.slice(0, 40)}"`;
  };

  const around = (element) => (element && element !== document.body ? [element, ...around(element.parentElement)] : []);

  // What is only for readers is a pixel wide and cut on purpose; what is faded away or hidden is not there.
  const pinhole = (element) => element.clientWidth <= 1 && element.clientHeight <= 1 && style(element).overflow !== 'visible' && style(element).position === 'absolute';
  const forReaders = once((element) => !!element && element !== document.body
    && (element.matches('.sr, .sr-only, [hidden]') || pinhole(element) || forReaders(element.parentElement)));
  const there = once((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && !forReaders(element));
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const reachable = (element) => !element.closest('[inert]') && (!modal || modal.contains(element));

  if (document.documentElement.scrollWidth > wide + SLACK) {
    faults.add(`the page scrolls sideways: ${document.documentElement.scrollWidth} > ${wide}`);
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (there(element) && box.width && box.right > wide + 1 && !cut(element, box)) faults.add(`sticks out to ${Math.round(box.right)}: ${named(element)}`);
      if (faults.size > 6) break;
    }
  }

  // Whether what lies at a box is cut by something around it that cannot be scrolled that way.
  function cut(element, box) {
    for (let around = element.parentElement; around && around !== document.documentElement; around = around.parentElement) {
      const { overflowX, overflowY, position, edge } = frame(around);
      const past = { x: box.left < edge.left - 1 || box.right > edge.right + 1, y: box.top < edge.top - 1 || box.bottom > edge.bottom + 1 };
      if (past.x && ['hidden', 'clip'].includes(overflowX)) return around;
      if (past.y && ['hidden', 'clip'].includes(overflowY)) return around;
      if ((past.x && ['auto', 'scroll'].includes(overflowX)) || (past.y && ['auto', 'scroll'].includes(overflowY))) return null; // scrolled to
      if (position === 'fixed') return null;
    }
    return null;
  }

  // ---- Texts: large enough, whole, not one over another
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent.trim();
    if (!words || !element || ['STYLE', 'SCRIPT', 'TITLE', 'DESC', 'OPTION', 'NOSCRIPT'].includes(element.tagName) || !there(element)) continue;
    const size = parseFloat(style(element).fontSize) * (element.ownerSVGElement ? scaleOf(element) : 1);
    if (size < SMALLEST_TEXT - 0.05) faults.add(`text of ${size.toFixed(1)} px: ${named(element)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      if ((box.left < -SLACK || box.right > wide + SLACK) && !scrolls(element)) faults.add(`text off the page: "${words.slice(0, 40)}" ${Math.round(box.left)}..${Math.round(box.right)}`);
      const spare = Math.max(0, (box.height - size * 1.02) / 2); // lines are higher than what is written on them
      const inner = { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
      const by = cut(element, inner) ?? (clips(element, inner) ? element : null);
      if (by && !by.closest('[data-cut]')) faults.add(`text cut: "${words.slice(0, 40)}" by ${named(by)}`);
      const rest = by ? null : inSight(element, inner);
      if (rest) texts.push({ inner: rest, element, words, node });
    }
  }

  // What is seen of a box within all that scrolls around it; a line half scrolled away does not reach further than that.
  function inSight(element, { left, right, top, bottom }) {
    for (let around = element; around && around !== document.documentElement; around = around.parentElement) {
      const { overflowX, overflowY, position, edge } = frame(around);
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      if (position === 'fixed') break;
    }
    return right > left && bottom > top ? { left, right, top, bottom } : null;
  }

  function scaleOf(element) {
    const matrix = element.getScreenCTM?.();
    return matrix ? Math.hypot(matrix.c, matrix.d) : 1;
  }

  function clips(element, box) {
    const { overflowX, overflowY, edge } = frame(element);
    return (['hidden', 'clip'].includes(overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1))
      || (['hidden', 'clip'].includes(overflowY) && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
  }

  function scrolls(element) {
    for (let around = element; around && around !== document.body; around = around.parentElement)
      if (['auto', 'scroll'].includes(frame(around).overflowX) && around.scrollWidth > around.clientWidth) return true;
    return false;
  }

  // On top at its centre, or behind a sheet that is open: only what can be seen together can be in each other's way.
  const onTop = ({ inner, element }) => {
    const found = document.elementFromPoint((inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2);
    return !!found && (found === element || found.contains(element) || element.contains(found));
  };
  const seen = texts.filter(onTop);
  for (let i = 0; i < seen.length; i++)
    for (let k = i + 1; k < seen.length; k++) {
      const a = seen[i], b = seen[k];
      const over = Math.min(a.inner.right, b.inner.right) - Math.max(a.inner.left, b.inner.left);
      const under = Math.min(a.inner.bottom, b.inner.bottom) - Math.max(a.inner.top, b.inner.top);
      if (over <= 1 || under <= 1 || a.node === b.node) continue;
      if (!a.element.closest('[data-over]') && !b.element.closest('[data-over]')) faults.add(`texts over each other: "${a.words.slice(0, 24)}" and "${b.words.slice(0, 24)}"`);
    }

  // ---- Controls: large enough for a finger, on the page, not one over another
  const roles = ['button', 'link', 'radio', 'checkbox', 'tab', 'switch', 'option', 'menuitem', 'slider', 'gridcell'];
  const all = document.querySelectorAll(['a[href]', 'button', 'input', 'select', 'textarea', 'summary', ...roles.map((role) => `[role=${role}]`)].join(','));
  const controls = [...all].filter((element) => there(element) && reachable(element) && !element.closest('[data-inline]')
    && !element.matches(':disabled, [aria-disabled=true]') && !(element.tagName === 'INPUT' && ['hidden', 'file'].includes(element.type)) && !(element.getAttribute('role') === 'gridcell' && element.tabIndex < 0));
  const target = (element) => {
    const label = ['INPUT'].includes(element.tagName) && ['radio', 'checkbox'].includes(element.type) ? element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`) : null;
    return (label ?? element).getBoundingClientRect();
  };
  const inText = (element) => element.tagName === 'A' && style(element).display === 'inline' && element.parentElement.textContent.trim() !== element.textContent.trim();
  const boxes = controls.map(target);
  const stuck = (element) => around(element).find((one) => ['sticky', 'fixed'].includes(style(one).position));
  const page = document.scrollingElement;
  const roomBelow = page.scrollHeight - page.clientHeight - page.scrollTop;
  const staysBelow = (bar, other) => stuck(controls[bar]) && !stuck(controls[other]) && boxes[bar].top > boxes[other].top; // the other is scrolled out from under it
  controls.forEach((element, i) => {
    const box = boxes[i];
    // a board that is only looked at as a whole: wherever it is tapped, it comes close
    if (touch && !inText(element) && !element.closest('[data-whole]') && (box.width < SMALLEST_TARGET - SLACK || box.height < SMALLEST_TARGET - SLACK))
      faults.add(`a target of ${box.width.toFixed(0)}×${box.height.toFixed(0)}: ${named(element)}`);
    if ((box.left < -SLACK || box.right > wide + SLACK) && !scrolls(element)) faults.add(`a control off the page: ${named(element)}`);
    for (let k = i + 1; k < controls.length; k++) {
      const other = controls[k];
      const over = Math.min(box.right, boxes[k].right) - Math.max(box.left, boxes[k].left);
      const under = Math.min(box.bottom, boxes[k].bottom) - Math.max(box.top, boxes[k].top);
      if (over <= 2 || under <= 2) continue;
      if (element.contains(other) || other.contains(element) || (element.closest('[data-fan]') && other.closest('[data-fan]'))) continue;
      const oneLayer = element.closest('[popover]') === other.closest('[popover]'); // a popover lies over the page, and is closed again
      const scrolledOut = under <= roomBelow && (staysBelow(i, k) || staysBelow(k, i));
      if (oneLayer && !scrolledOut && free(box, element) && free(boxes[k], other)) faults.add(`controls over each other: ${named(element)} and ${named(other)}`);
    }
  });

  // Not scrolled away below another bar: such a control is not on top where it stands.
  function free(box, element) {
    const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !!found && (element === found || element.contains(found) || !!found.closest('label')?.contains(element));
  }

  // ---- Panels hold what is in them
  for (const panel of document.querySelectorAll('.panel, [data-box]')) {
    if (!there(panel)) continue;
    const { overflowX, overflowY } = style(panel);
    if (panel.scrollWidth > panel.clientWidth + 1 && !['auto', 'scroll'].includes(overflowX)) faults.add(`a panel too narrow, ${panel.scrollWidth} > ${panel.clientWidth}: ${named(panel)}`);
    if (panel.scrollHeight > panel.clientHeight + 1 && ['hidden', 'clip'].includes(overflowY)) faults.add(`a panel cut, ${panel.scrollHeight} > ${panel.clientHeight}: ${named(panel)}`);
  }
  return [...faults].slice(0, 30);
};
