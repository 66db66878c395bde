import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { text } from '#services/contract/fields/fields.ts';
import { MAIL_SWITCHES } from './notify-events.ts';

/** From a mail; it needs no session. */
const token = text(200, 1);
const state = z.object({
  /** What the mail is about */
  event: z.enum(MAIL_SWITCHES),
  /** Whether such mails are sent to the person */
  is_on: z.boolean(),
});

/** What the link of a mail turns off. Changes nothing. A token that is not ours is 40400. */
export const getUnsubscribe = endpoint('GET', '/api/message/unsubscribe', {
  access: 'guest',
  query: z.object({ token }),
  answer: state,
});

/** Turns these mails off; again changes nothing. Other channels of the event stay. */
export const unsubscribe = endpoint('POST', '/api/message/unsubscribe', {
  access: 'guest',
  body: z.object({ token }),
  answer: state,
});

/**
 * The same for mail programs (RFC 8058): a form with `List-Unsubscribe=One-Click`. HTTP 400 without it, 404 for a token
 * that is not ours.
 */
export const oneClickUnsubscribe = endpoint('POST', '/api/mail/unsubscribe', {
  access: 'guest',
  consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  query: z.object({ token }),
  answer: state,
  failures: [400, 404],
});
