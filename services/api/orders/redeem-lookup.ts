import { createHash } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import { redeemStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type IssuedCode, redeemCodeKind } from '#services/commerce/redeem/redeem-code.ts';
import { codeTyped } from '#services/commerce/redeem/redeem-code-text.ts';
import { REDEEM_ATTEMPTS } from '#services/modules/accounts/attempts.ts';
import type { ApiRefusal } from '../http/refusals.ts';

export type FoundCode = { ok: true; code: IssuedCode } | { ok: false; refusal: ApiRefusal };

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'redeemCodeId'>;

const no = (refusal: ApiRefusal): FoundCode => ({ ok: false, refusal });
const UNKNOWN: ApiRefusal = { code: 'redeem_code_unknown' };

/**
 * A redeem code by its text, used up or not. Unknown codes are counted by account; after too many, the request is
 * refused before any look-up. Valid codes are not counted. Refuses with redeem_code_unknown and too_many_requests.
 */
export async function findCode(parts: Parts, user: UserId, typed: string): Promise<FoundCode> {
  const { accounts, committer, redeemCodeId } = parts;
  const subject = createHash('sha256').update(`redeem\0${user}`).digest();
  const guess = await accounts.attempts.reserve(subject, REDEEM_ATTEMPTS);
  if (guess.wait > 0) return no({ code: 'too_many_requests', retry_after: guess.wait });
  const text = codeTyped(typed);
  if (text !== undefined) {
    const stream = redeemStream(redeemCodeId(text));
    const code = await committer.read([stream], (states) => states.get(redeemCodeKind, stream));
    if (code.phase === 'issued') {
      await guess.giveBack();
      return { ok: true, code };
    }
  }
  return no(UNKNOWN);
}
