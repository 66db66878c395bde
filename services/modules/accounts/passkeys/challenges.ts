import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { KeyedHash } from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { tokenHash } from '../session.ts';

const LIVE_MS = 300_000;
const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;

/** What an answer to a challenge is good for. */
export interface ChallengeUse {
  purpose: 'add' | 'sign_in' | 'second_step' | 'confirm';
  /** The session, the sign-in that waits for its second step, or the browser. */
  place: string;
  /** Undefined: the owner of the passkey that answers. */
  user?: UserId | undefined;
}

/** Names a challenge that is genuine and in time. */
interface Challenge {
  name: string;
  expires_at: Millis;
}

/**
 * Challenges of passkeys: for one purpose, place and person, for five minutes, and one answer. They are signed, so no
 * stranger fills a table with them, and no number of them pushes out those of others. A row is made by a genuine answer.
 */
export function openChallenges(clock: Clock, ids: KeyedHash) {
  const macOf = (head: Buffer, { purpose, place, user = '' as UserId }: ChallengeUse): Buffer =>
    ids('passkey-challenge', [purpose, tokenHash(place), user, head.toString('hex')].join(' '));

  return {
    /** Base64url. */
    issue(use: ChallengeUse): string {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock.now() + LIVE_MS, 0, TIME_BYTES);
      const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)]);
      return Buffer.concat([head, macOf(head, use)]).toString('base64url');
    },
    /** Undefined unless it was issued for this use within five minutes. */
    read(text: string, use: ChallengeUse): Challenge | undefined {
      const bytes = Buffer.from(text, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      const mac = bytes.subarray(HEAD_BYTES);
      const right = macOf(head, use);
      if (mac.length !== right.length || !timingSafeEqual(mac, right)) return undefined;
      const expires_at = head.readUIntBE(0, TIME_BYTES);
      return expires_at > clock.now() ? { name: head.toString('base64url'), expires_at } : undefined;
    },
    /** False if it was answered before. Of two concurrent answers one succeeds, on any server. */
    async use(client: PoolClient, { name, expires_at }: Challenge): Promise<boolean> {
      const made = await queriesOn(client)
        .insertInto('accounts.used_challenges')
        .values({ challenge: name, expires_at })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      return made.numInsertedOrUpdatedRows === 1n;
    },
  };
}

export type Challenges = ReturnType<typeof openChallenges>;
