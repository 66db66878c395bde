import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * On small screens a bar of links is scrolled so far that one sees where one is.
 * @param mark selects the link of the open page
 * @param here changes with the open page, where its path does not
 * @returns the ref of the bar
 */
export function useActiveInView<E extends HTMLElement>(mark: string, here?: string) {
  const bar = useRef<E>(null);
  const router = useRouter();
  const { i18n } = useTranslation();
  useEffect(() => {
    const at = bar.current;
    if (at === null) return;
    const show = (): void => {
      const active = at.querySelector<HTMLElement>(mark);
      if (active) at.scrollLeft += active.getBoundingClientRect().left - at.getBoundingClientRect().left - 16;
    };
    // It also calls when it starts.
    const watcher = new ResizeObserver(show);
    watcher.observe(at);
    // After a navigation the router puts the bar back where it was.
    const leave = router.subscribe('onRendered', ({ pathChanged }) => pathChanged && show());
    return () => {
      watcher.disconnect();
      leave();
    };
  }, [router, i18n.language, mark, here]);
  return bar;
}
