import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { untilLoaded } from '../app/load-part.ts';

/** A read model whose moves a page follows: what an endpoint `reads` (queries.ts). */
type Topic = string;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: readonly Topic[] };
    mutationMeta: { quiet?: boolean; refresh?: boolean; tells?: boolean };
  }
}

/** Keeps the page of a signed-in person up to date. Guests load none of it. */
export function useLiveUpdates(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const since = performance.now();
    let leave: (() => void) | undefined;
    let hasLeft = false;
    void untilLoaded(() => import('../app/windows/follow-changes.ts')).then(({ followChanges }) => {
      if (!hasLeft) leave = followChanges(client, userId, since);
    });
    return () => {
      hasLeft = true;
      leave?.();
    };
  }, [client, userId]);
}
