import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './reorder.module.css';

interface Options {
  ids: readonly string[];
  /** y: rows, 16 px apart; x: pictures in lines, 10 px apart. */
  axis: 'x' | 'y';
  /** Called with the new order; never with the same. */
  onOrder: (ids: string[]) => void;
}

const STEPS: Readonly<Record<string, number | undefined>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};
/** Within these pixels of an edge of the window, dragging scrolls. */
const EDGE = 72;
const SCROLL = 16;

/** The row below the pointer. */
const rowAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]')?.dataset.row;

function scrollAtEdge({ clientY }: PointerEvent): void {
  if (clientY < EDGE) scrollBy(0, -SCROLL);
  else if (clientY > innerHeight - EDGE) scrollBy(0, SCROLL);
}

/** Rows that are put in order: with the pointer by their handles, or with arrow keys on these. */
export function useReorder({ ids, axis, onOrder }: Options) {
  const [drag, setDrag] = useState<{ id: string; to: number }>();
  const move = (id: string, to: number) => {
    if (to < 0 || to >= ids.length || to === ids.indexOf(id)) return;
    onOrder(ids.filter((one) => one !== id).toSpliced(to, 0, id));
  };
  return {
    /** Moves a row by this many places; none at the end of the list. */
    moveBy: (id: string, places: number) => move(id, ids.indexOf(id) + places),
    /** For the row's element: `data-drop` marks the edge at which the dragged row would be put. */
    row: (id: string) => {
      const from = drag ? ids.indexOf(drag.id) : -1;
      const isTarget = drag !== undefined && from !== drag.to && ids[drag.to] === id;
      return {
        className: classes.row,
        'data-row': id,
        'data-axis': axis,
        'data-dragged': drag?.id === id || undefined,
        'data-drop': isTarget ? (from < drag.to ? 'after' : 'before') : undefined,
      };
    },
    handle: (id: string) => ({
      style: { touchAction: 'none', cursor: drag ? 'grabbing' : 'grab' },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, to: ids.indexOf(id) });
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag?.id !== id) return;
        scrollAtEdge(event);
        const to = ids.indexOf(rowAt(event) ?? id);
        if (to !== -1) setDrag({ id, to });
      },
      onPointerUp: () => {
        if (drag) move(id, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const step = STEPS[event.key];
        if (event.key === 'Escape') setDrag(undefined);
        if (step === undefined) return;
        event.preventDefault();
        move(id, ids.indexOf(id) + step);
      },
    }),
  };
}
