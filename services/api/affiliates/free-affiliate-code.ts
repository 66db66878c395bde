import { randomInt } from 'node:crypto';
import { affiliateIdOf, type UserId } from '#events/ids.ts';
import { affiliateStream } from '#events/stream-names.ts';
import type { Dependencies } from '../dependencies.ts';

/** Without similar characters: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V. */
const LETTERS = '34679ACDEFGHJKMNPQRTWXY';
const LENGTH = 8;

const randomCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** A random code that the creator has not and never had. */
export async function freeAffiliateCode(
  { committer }: Pick<Dependencies, 'committer'>,
  creator_id: UserId,
): Promise<string> {
  for (;;) {
    const code = randomCode();
    const stream = affiliateStream(affiliateIdOf(creator_id, code));
    const found = await committer.read([stream], (states) => states.get('affiliate', stream));
    if (found.phase === 'none') return code;
  }
}
