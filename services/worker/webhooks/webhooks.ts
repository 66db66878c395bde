import type { OwnRows } from '../process.ts';
import { dispatchWebhooks, type WebhookDelivery } from './dispatch.ts';
import { topicOf, WEBHOOK_EVENTS } from './topics.ts';

/** Clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/** Calls creators' programs: each event becomes a row for every address that wants its topic and existed. */
export const webhookCalls = (parts: WebhookDelivery): OwnRows => ({
  name: 'webhooks',
  types: WEBHOOK_EVENTS,
  timerFor(event) {
    const topic = topicOf(event);
    if (topic === undefined) return undefined;
    const { position, stream, metadata } = event;
    const { creator_id, at } = metadata;
    const data = { creator_id, topic, subject: stream, position };
    return { key: String(position), set: { due_at: at, data } };
  },
  insert: (source) =>
    `INSERT INTO accounts.webhook_deliveries
            (webhook_id, position, topic, subject, event_at, due_at, changed_at)
     SELECT w.webhook_id, (t.data->>'position')::bigint, t.data->>'topic', t.data->>'subject', t.due_at, t.due_at,
            t.due_at
       FROM (${source}) AS t JOIN accounts.webhooks w
         ON w.creator_id = t.data->>'creator_id' AND t.data->>'topic' = ANY (w.topics)
        AND w.created_at <= t.due_at + ${CLOCKS_DIFFER_MS}
     ON CONFLICT (webhook_id, position) WHERE position > 0 DO NOTHING`,
  act: (hooks) => dispatchWebhooks(parts, hooks),
});
