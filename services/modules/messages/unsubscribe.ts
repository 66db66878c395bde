import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { MAIL_SWITCHES, type MailSwitch } from '#services/contract/messages/notify-events.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { notifyConfigOf, setNotifyConfig } from './notify-config.ts';

/** A user id, what is turned off, and the proof. */
const TOKEN = /^([0-9A-Za-z_-]{1,64})\.([a-z_]{1,20})\.([0-9A-Za-z_-]{22})$/;
const PROOF_BYTES = 16;

/** Whose mails, and which. */
interface Subscription {
  user_id: UserId;
  event: MailSwitch;
}

/**
 * Links in mails that turn such mails off, without a session. A link does nothing else, and stays valid: a mail can be
 * old. Links of a key that was given up are refused.
 * @param keys the newest one signs, all are accepted
 */
export function openUnsubscribe(pool: Pool, keys: KeyRing) {
  const proofOf = (key: Buffer, user_id: string, event: string): Buffer =>
    createHmac('sha256', key).update(`${user_id} ${event}`).digest().subarray(0, PROOF_BYTES);

  function subscriptionOf(token: string): Subscription | undefined {
    const [, user = '', name = '', proof = ''] = TOKEN.exec(token) ?? [];
    const event = MAIL_SWITCHES.find((one) => one === name);
    const given = Buffer.from(proof, 'base64url');
    if (event === undefined || given.length !== PROOF_BYTES) return undefined;
    const isOurs = keys.some(({ key }) => timingSafeEqual(proofOf(key, user, event), given));
    return isOurs ? { user_id: asUserId(user), event } : undefined;
  }

  async function isOn({ user_id, event }: Subscription): Promise<boolean> {
    const { digest, events } = await notifyConfigOf(pool, user_id);
    return event === 'digest' ? digest !== 'never' : (events.get(event)?.mail ?? false);
  }

  return {
    tokenOf: (user_id: UserId, event: MailSwitch): string =>
      `${user_id}.${event}.${proofOf(keys[0].key, user_id, event).toString('base64url')}`,
    /** Undefined for a token that is not ours. */
    async state(token: string): Promise<{ event: MailSwitch; is_on: boolean } | undefined> {
      const of = subscriptionOf(token);
      return of && { event: of.event, is_on: await isOn(of) };
    },
    /** Turns the mails off. What the person no longer has, as a closed account, is off. */
    async turnOff(token: string): Promise<{ event: MailSwitch; is_on: boolean } | undefined> {
      const of = subscriptionOf(token);
      if (of === undefined) return undefined;
      const { user_id, event } = of;
      if (await isOn(of)) {
        const change =
          event === 'digest' ? ({ digest: 'never' } as const) : { events: [{ event, mail: false }] };
        await setNotifyConfig(pool, user_id, change);
      }
      return { event, is_on: await isOn(of) };
    },
  };
}

export type Unsubscribe = ReturnType<typeof openUnsubscribe>;
