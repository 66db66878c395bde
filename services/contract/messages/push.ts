import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nothing } from '../fields/fields.ts';

/** `public_key`: for the browser's subscription. `subscribed`: whether this session's browser gets notices. */
export const getPush = endpoint('GET', '/api/my/push', {
  access: 'fan',
  answer: z.object({ public_key: z.string(), subscribed: z.boolean() }),
});

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+=*$/);
/**
 * Pushes notices to the browser of this session, until it ends. `endpoint`: an https address of a public host, as the
 * browser got it from its push service; others are refused (40000).
 */
export const subscribePush = endpoint('POST', '/api/my/subscribe-push', {
  access: 'fan',
  body: z.object({
    endpoint: z.string().max(1_000),
    keys: z.object({ p256dh: base64url(120), auth: base64url(40) }),
  }),
  answer: nothing,
});
/** Ends that; again changes nothing. */
export const unsubscribePush = endpoint('POST', '/api/my/unsubscribe-push', {
  access: 'fan',
  body: z.object({}),
  answer: nothing,
});
