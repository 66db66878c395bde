import { createHash } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import { INVITE_ATTEMPTS } from '#services/accounts/attempts.ts';
import type { Refusal } from '#services/commerce/refusal.ts';
import type { Dependencies } from './dependencies.ts';
import type { Guesses } from './rate-limits.ts';
import type { ApiRefusal } from './refusals.ts';

/** Who may be guessing at invite codes. */
export interface InviteGuesser {
  /** Undefined for a guest, who is held off by address only. */
  user: UserId | undefined;
  /** Of the address that the request comes from. */
  guesses: Guesses;
}

type Parts = Pick<Dependencies, 'accounts'>;

const subjectOf = (user: UserId): Buffer => createHash('sha256').update(`invite\0${user}`).digest();
const isSaid = (code: string | undefined): boolean => code !== undefined && code.trim() !== '';

/** How many of these refusals say that an invite code was none. */
const wrongAmong = (refusals: readonly (Refusal | null)[]): number =>
  refusals
    .flatMap((refusal) => (refusal !== null && 'errors' in refusal ? (refusal.errors ?? []) : []))
    .filter(({ field, message }) => /(^|\.)invite_code$/.test(field) && message.key === 'unknown').length;

/**
 * Whether whoever says these invite codes has guessed too often, by account or by address, and has to wait before
 * another is looked at. Requests without a code never wait.
 */
export async function tooManyInvites(
  { accounts }: Parts,
  { user, guesses }: InviteGuesser,
  codes: readonly (string | undefined)[],
): Promise<ApiRefusal | null> {
  if (!codes.some(isSaid)) return null;
  const byAccount = user === undefined ? 0 : await accounts.attempts.wait(subjectOf(user), INVITE_ATTEMPTS);
  const retry_after = Math.max(byAccount, await guesses.wait());
  return retry_after > 0 ? { code: 'too_many_requests', retry_after } : null;
}

/** Counts the wrong invite codes that these refusals tell of; true ones count for nothing. */
export async function countWrongInvites(
  { accounts }: Parts,
  { user, guesses }: InviteGuesser,
  refusals: readonly (Refusal | null)[],
): Promise<void> {
  for (let wrong = wrongAmong(refusals); wrong > 0; wrong -= 1) {
    if (user !== undefined) await accounts.attempts.count(subjectOf(user), INVITE_ATTEMPTS);
    await guesses.wrong();
  }
}
