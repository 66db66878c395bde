import type { QueryClient } from '@tanstack/react-query';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { call } from '../../api/client.ts';
import { actingCreator } from '../acting-creator.ts';
import { sharedStream } from './shared-stream.ts';

/** A read model: what an endpoint `reads`. */
type Topic = string;

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
 * @param since `performance.now()` when the page began to read data
 * @returns ends it
 */
export function followChanges(client: QueryClient, userId: string, since: number): () => void {
  const refresh = (topic?: Topic) =>
    void client.invalidateQueries({
      predicate: ({ meta }) =>
        meta?.topics !== undefined && (topic === undefined || meta.topics.includes(topic)),
    });
  const creator = actingCreator();
  const stream = sharedStream({
    path: LIVE_PATHS.own,
    query: { team_of: creator ?? '' },
    owner: userId,
    since,
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
}
