import type { AnyRouter } from '@tanstack/react-router';

/** Removes what the server painted, once the page itself is on the screen. */
export function removePainted(router: AnyRouter): void {
  const leave = router.subscribe('onRendered', () => {
    leave();
    // Data that came with the page is drawn in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById('painted')?.remove()));
  });
}
