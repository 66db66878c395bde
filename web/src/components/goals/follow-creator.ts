import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { sharedStream } from '../../app/windows/shared-stream.ts';

/** Without a stream. */
const POLL_MS = 15_000;

/** Reads the goals on the screen again when those of a creator move, also for guests. */
export function useFollowCreator(user_id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (user_id === undefined) return;
    const refresh = () =>
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('goals') === true });
    const stream = sharedStream({
      path: LIVE_PATHS.creator,
      query: { user_id },
      owner: 'everybody',
      since: performance.now(),
      onMissed: refresh,
      onMessage: refresh,
    });
    const poll = setInterval(() => {
      if (!document.hidden && !stream.isOpen()) refresh();
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      stream.close();
    };
  }, [client, user_id]);
}
