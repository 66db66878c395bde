import { dismissMessage, listUndeliveredMessages, retryMessage } from '#services/contract/messages/calls.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';

const seconds = (at: number): number => Math.floor(at / 1000);

/** Messages that could not be delivered: looked at, sent again or dismissed. */
export const undeliveredMessageRoutes: Area =
  ({ undelivered }) =>
  async (app) => {
    const on = routesOf(app, 'messages');
    on(listUndeliveredMessages, async ({ query }) => {
      const found = await undelivered.list(rangeOf(query));
      const list = found.list.map(({ id, created_at, failed_at, ...rest }) => ({
        ...rest,
        message_id: id,
        create_time: seconds(created_at),
        failed_time: seconds(failed_at),
      }));
      return tablePage(query, found, list);
    });

    for (const [call, act] of [
      [retryMessage, 'retry'],
      [dismissMessage, 'dismiss'],
    ] as const) {
      on(call, async ({ body }) => {
        const done = await undelivered[act](body.message_id);
        return done ? {} : notFound;
      });
    }
  };
