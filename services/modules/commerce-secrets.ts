import type { Pool } from 'pg';
import { type CodeId, codeIdWith } from '#services/commerce/redeem/redeem-code-text.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { derivedKey, derivedRing } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { openReplyTexts, type ReplyTexts } from './replies/reply-texts.ts';

/** Secrets of commerce: the keys to find redeem codes and to encrypt replies. */
interface CommerceSecrets {
  redeemCodeId: CodeId;
  replyTexts: ReplyTexts;
}

export async function openCommerceSecrets(pool: Pool, secrets: Secrets): Promise<CommerceSecrets> {
  const { ids } = await keptKeys(pool, secrets);
  return {
    redeemCodeId: codeIdWith(derivedKey(ids, 'redeem-code')),
    replyTexts: openReplyTexts(pool, derivedRing(secrets.ring('vault'), 'replies')),
  };
}
