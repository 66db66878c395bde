import type { EventLog } from '#events/log/log.ts';
import type { Deliveries } from '#services/modules/open/deliveries.ts';
import type { Webhooks } from '#services/modules/open/webhooks.ts';
import { topicOf, WEBHOOK_EVENTS } from './topics.ts';

export interface ReplayParts {
  log: Pick<EventLog, 'readAll'>;
  webhooks: Pick<Webhooks, 'replaying' | 'replayed'>;
  deliveries: Pick<Deliveries, 'replayAll'>;
}

/** A page is applied in one statement. */
const PAGE = { limit: 2_000, bytes: 1024 * 1024, types: WEBHOOK_EVENTS };

/**
 * Makes calls due again for one page of a replay. A page that is repeated after a crash changes nothing more.
 * @returns whether there was a replay
 */
export async function replayPage({ log, webhooks, deliveries }: ReplayParts): Promise<boolean> {
  const replay = await webhooks.replaying();
  if (!replay) return false;
  const { webhook_id, creator_id, topics, after, since, through } = replay;
  const page = await log.readAll(after, PAGE);
  const events = page.events.flatMap((event) => {
    const { position, stream, metadata } = event;
    const topic = topicOf(event);
    const wanted = metadata.creator_id === creator_id && metadata.at >= since && position <= through;
    if (!wanted || topic === undefined || !topics.includes(topic)) return [];
    return [{ position, topic, subject: stream, event_at: metadata.at }];
  });
  if (events.length > 0) await deliveries.replayAll(webhook_id, events);
  // A page that is not full has reached the head.
  await webhooks.replayed(webhook_id, after, page.full ? page.through : through);
  return true;
}
