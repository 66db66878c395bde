import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Without a stream. */
const POLL_MS = 15_000;

/** Reads the goals on the screen again when those of a creator move, also for guests. A hidden page does not listen. */
export function useFollowCreator(user_id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (user_id === undefined) return;
    const refresh = () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('goals') === true });
    let stream: EventSource | undefined;
    let missed = false;
    const follow = (): void => {
      stream?.close();
      stream = undefined;
      if (document.hidden) {
        missed = true;
        return;
      }
      stream = new EventSource(`/api/live/creator?user_id=${encodeURIComponent(user_id)}`);
      stream.onmessage = () => void refresh();
      stream.onerror = () => {
        missed = true;
      };
      stream.onopen = () => {
        if (missed) void refresh();
        missed = false;
      };
    };
    follow();
    const poll = setInterval(() => {
      if (!document.hidden && stream?.readyState !== EventSource.OPEN) void refresh();
    }, POLL_MS);
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearInterval(poll);
      stream?.close();
    };
  }, [client, user_id]);
}
