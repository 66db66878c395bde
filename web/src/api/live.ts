import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { actingCreator } from '../app/acting-creator.ts';
import { sharedStream } from '../app/windows/shared-stream.ts';
import { call } from './client.ts';

/** A read model whose moves a page follows: what an endpoint `reads` (queries.ts). */
type Topic = string;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: readonly Topic[] };
    mutationMeta: { quiet?: boolean; refresh?: boolean };
  }
}

const POLL_MS = 60_000;

function topicOf(data: unknown): Topic | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null && 'topic' in event && typeof event.topic === 'string') {
      return event.topic;
    }
  } catch {
    // a comment or keep-alive: nothing moved
  }
  return undefined;
}

/**
 * Refreshes visible data when the server reports a change. Without the stream it polls /api/my/check once a minute
 * (overview specification 7) and refreshes all queries with topics.
 */
export function useLiveUpdates(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const refresh = (topic?: Topic) =>
      void client.invalidateQueries({
        predicate: ({ meta }) =>
          meta?.topics !== undefined && (topic === undefined || meta.topics.includes(topic)),
      });
    const creator = actingCreator();
    const stream = sharedStream(creator === null ? '/api/live' : `/api/live?team_of=${creator}`, userId, {
      // Not every browser names the last event, so that the server can send the rest.
      onMissed: () => refresh(),
      onMessage(data) {
        const topic = topicOf(data);
        if (topic !== undefined) refresh(topic === '*' ? undefined : topic);
      },
    });
    const poll = setInterval(() => {
      if (document.hidden || stream.isOpen()) return;
      call(getMyCheck).then(
        () => refresh(),
        () => undefined, // still offline: the page keeps its data and shows its age
      );
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      stream.close();
    };
  }, [client, userId]);
}
