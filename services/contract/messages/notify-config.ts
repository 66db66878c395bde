import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { flag, whole } from '#services/contract/fields/fields.ts';
import { NOTIFY_EVENT_NAMES } from './notify-events.ts';

const newSale = z.enum(['each', 'daily', 'never']);
const event = z.enum(NOTIFY_EVENT_NAMES);
const digest = z.enum(['never', 'daily', 'weekly']);
/** Minutes since 0:00 in business time; the end can be earlier than the beginning: then they go over midnight. */
const minute = whole(0, 1_439);
const quietHours = z.object({ from: minute, to: minute });
const channel = z.enum(['always', 'never', 'on', 'off']);

/** By event and channel. `always`: a duty, which cannot be turned off. `never`: not by this channel. */
const eventAnswer = z.object({ event, site: channel, mail: channel, push: channel });
const notifyConfigAnswer = z.object({
  /** Whether the creator gets it by any channel; false of others */
  weekly_summary: z.boolean(),
  /** A message of each sale, one a day at 9:00 business time, or none; `never` of others than creators */
  new_sale: newSale,
  /**
   * A mail of what is new at 9:00 business time, weekly on Mondays: unread comments and likes, posts of creators whom
   * the person follows or sponsors. Only when there is something, and one a day at most.
   */
  digest,
  /** Mails and pushes that are no duty wait until these hours end; null: there are none */
  quiet_hours: quietHours.nullable(),
  /** Those that the person can have; of creators more */
  events: z.array(eventAnswer),
});
export const getNotifyConfig = endpoint('GET', '/api/my/notify-config', {
  access: 'fan',
  answer: notifyConfigAnswer,
});

const eventChange = z
  .object({ event, site: flag.optional(), mail: flag.optional(), push: flag.optional() })
  .refine(({ site, mail, push }) => site !== undefined || mail !== undefined || push !== undefined, {
    path: ['event'],
    message: 'required',
  });

/**
 * What is not named stays. Refused (40000) for a channel of a duty, and for a creator's event of somebody else; then
 * nothing changes.
 */
export const editNotifyConfig = endpoint('POST', '/api/my/edit-notify-config', {
  access: 'fan',
  body: z
    .object({
      weekly_summary: flag.optional(),
      new_sale: newSale.optional(),
      digest: digest.optional(),
      quiet_hours: quietHours
        .refine(({ from, to }) => from !== to, { path: ['to'], message: 'out_of_range' })
        .nullable()
        .optional(),
      events: z.array(eventChange).max(NOTIFY_EVENT_NAMES.length).optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['events'],
      message: 'required',
    }),
  answer: notifyConfigAnswer,
});

export type QuietHours = z.infer<typeof quietHours>;
export type DigestTimes = z.infer<typeof digest>;
export type NotifyConfig = z.infer<typeof notifyConfigAnswer>;
