// Drag and drop of a piece from the tray to a space. Hovering selects the target, dropping keeps it.

export interface Drag {
  start: () => void;
  over: (space: string | null) => boolean; // returns whether the board shows the piece there
  drop: (space: string | null) => void;
}

const FAR = 8; // px before a press becomes a drag

export function draggable(element: HTMLElement, drag: () => Drag) {
  let from: { x: number; y: number } | null = null;
  let ghost: HTMLElement | null = null;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || element.ariaDisabled === 'true') return;
    from = { x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  }
  function move(event: PointerEvent): void {
    if (!from) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
      ghost = lift(element);
      drag().start();
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
    ghost.style.visibility = drag().over(spaceAt(event)) ? 'hidden' : 'visible';
  }
  function up(event: PointerEvent): void {
    from = null;
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    drag().drop(event.type === 'pointerup' ? spaceAt(event) : null);
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 50);
  }
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  return () => {
    ghost?.remove();
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function spaceAt(event: PointerEvent): string | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest<HTMLElement>('[data-space]')?.dataset.space ?? null;
}

/** Create a copy of the piece that follows the pointer. */
function lift(element: HTMLElement): HTMLElement {
  const art = element.querySelector('svg')!;
  const { width, height } = art.getBoundingClientRect();
  const ghost = document.createElement('div');
  Object.assign(ghost.style, {
    position: 'fixed', left: '0', top: '0', width: `${width}px`, height: `${height}px`, pointerEvents: 'none', zIndex: '60', opacity: '.9',
  });
  const copy = art.cloneNode(true) as SVGElement;
  copy.style.width = copy.style.height = '100%';
  ghost.append(copy);
  document.body.append(ghost);
  return ghost;
}
