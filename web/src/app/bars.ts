import { useEffect, useRef } from 'react';

/** The header, the tabs at the bottom of a phone, a bar above them, or one that is there only below its form. */
type Kind = 'header' | 'tabs' | 'bottom' | 'form';

/** Bars at the edges of the window may cover this share of it. */
const MAX_SHARE = 1 / 4;
/** All bars of a phone with text of the usual size, px: they stay on a low window. */
const USUAL_HEIGHT = 200;

const bars = new Map<HTMLElement, Kind>();

const heightOf = (kinds: readonly Kind[]): number =>
  [...bars].reduce((sum, [bar, kind]) => sum + (kinds.includes(kind) ? bar.offsetHeight : 0), 0);

/**
 * With large text the bars would cover the page: then they move with it. `data-flow` on the root names those that do;
 * `data-bottom-bar` tells that there is one above the tabs. Always measured while all are fixed.
 */
function update(): void {
  const root = document.documentElement;
  delete root.dataset.flow;
  root.toggleAttribute('data-bottom-bar', [...bars.values()].includes('bottom'));
  const most = Math.max(window.innerHeight * MAX_SHARE, USUAL_HEIGHT);
  if (heightOf(['header', 'tabs', 'bottom', 'form']) <= most) return;
  root.dataset.flow = heightOf(['tabs']) <= most ? 'bars' : 'bars tabs';
}

/** @returns props of an element that is a bar at an edge of the window */
export function useBar<E extends HTMLElement>(kind: Kind) {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    if (bar === null) return;
    bars.set(bar, kind);
    const watcher = new ResizeObserver(update);
    watcher.observe(bar);
    window.addEventListener('resize', update);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', update);
      bars.delete(bar);
      update();
    };
  }, [kind]);
  return { ref, 'data-bar': kind };
}
