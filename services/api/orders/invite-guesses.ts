import { createHash } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { INVITE_ATTEMPTS, nothingReserved } from '#services/modules/accounts/attempts.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import type { Guesses } from '../http/rate-limits.ts';
import type { ApiRefusal } from '../http/refusals.ts';

/** The account whose guesses are counted. */
export interface InviteGuesser {
  /** Undefined for a guest, who is held off by address only. */
  user: UserId | undefined;
  /** Of the address that the request comes from. */
  guesses: Guesses;
}

type Parts = Pick<Dependencies, 'accounts'>;

const subjectOf = (user: UserId): Buffer => createHash('sha256').update(`invite\0${user}`).digest();
const hasCode = (code: string | undefined): boolean => code !== undefined && code.trim() !== '';

/** The number of refusals with a wrong invite code. */
const wrongAmong = (refusals: readonly (Refusal | null)[]): number =>
  refusals
    .flatMap((refusal) => (refusal !== null && 'errors' in refusal ? (refusal.errors ?? []) : []))
    .filter(({ field, message }) => /(^|\.)invite_code$/.test(field) && message.key === 'unknown').length;

/**
 * Counts invite codes as guesses by account and address before `judge` runs; correct ones are returned. Refuses after
 * too many. Requests without a code are not counted.
 * @param check receives a function that collects the refusals with wrong codes
 */
export async function checkInvites<Result>(
  { accounts }: Parts,
  { user, guesses }: InviteGuesser,
  codes: readonly (string | undefined)[],
  check: (checked: (refusals: readonly (Refusal | null)[]) => void) => Promise<Result>,
): Promise<Result | ApiRefusal> {
  const count = codes.filter(hasCode).length;
  if (count === 0) return check(() => undefined);
  const byAddress = await guesses.reserve(count);
  if (byAddress.wait > 0) return { code: 'too_many_requests', retry_after: byAddress.wait };
  const byAccount =
    user === undefined
      ? nothingReserved
      : await accounts.attempts.reserve(subjectOf(user), INVITE_ATTEMPTS, count);
  if (byAccount.wait > 0) {
    await byAddress.giveBack();
    return { code: 'too_many_requests', retry_after: byAccount.wait };
  }
  let wrong = 0;
  try {
    return await check((refusals) => {
      wrong += wrongAmong(refusals);
    });
  } finally {
    const right = Math.max(0, count - wrong);
    await byAddress.giveBack(right);
    await byAccount.giveBack(right);
  }
}
