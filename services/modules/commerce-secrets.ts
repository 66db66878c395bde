import type { Pool } from 'pg';
import { type CodeId, codeIdWith } from '#services/commerce/redeem/redeem-code-text.ts';
import { derivedKey } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { openReplyTexts, type ReplyTexts } from './replies/reply-texts.ts';

/** Secrets of commerce: the keys to find redeem codes and to encrypt replies. */
interface CommerceSecrets {
  redeemCodeId: CodeId;
  replyTexts: ReplyTexts;
}

export const openCommerceSecrets = (pool: Pool, secrets: Secrets): CommerceSecrets => ({
  redeemCodeId: codeIdWith(derivedKey(secrets.secret('lookup'), 'redeem-code')),
  replyTexts: openReplyTexts(pool, derivedKey(secrets.secret('vault'), 'replies')),
});
