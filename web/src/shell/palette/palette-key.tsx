import { lazy, Suspense, useEffect, useState } from 'react';
import { untilLoaded } from '../../app/load-part.ts';

const Palette = lazy(() => untilLoaded(async () => ({ default: (await import('./palette.tsx')).Palette })));

/** Opens the palette on ⌘K or Ctrl-K; it is loaded then. */
export function PaletteKey() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // An editor of texts has the keys for links.
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
      event.preventDefault();
      setIsOpen((before) => !before);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen ? (
    <Suspense>
      <Palette onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}
