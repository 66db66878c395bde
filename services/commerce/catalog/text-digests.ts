import { createHash } from 'node:crypto';
import type { AutoReply, PlanOffer, SkuOffer } from '#events/catalog.ts';

declare const marked: unique symbol;

/** The state's record of a text: its bytes and hash, empty for an empty text. The text is in the log only. */
export type TextDigest = string & { readonly [marked]: true };

export interface StoredReply extends AutoReply {
  content: TextDigest;
}

/** An offer as decisions need it. */
export interface StoredOffer extends PlanOffer {
  desc: TextDigest;
  reply: StoredReply;
}

export interface StoredSku extends SkuOffer {
  reply: StoredReply;
  purchased_rich_text: TextDigest;
  /** Version of the plan's stream that has its texts. */
  version: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const digestOf = (text: string): TextDigest =>
  (text === '' ? '' : `${Buffer.byteLength(text)}:${hashOf(text)}`) as TextDigest;

export const bytesOfDigest = (mark: TextDigest): number => Number.parseInt(mark, 10) || 0;

const storedReply = (reply: AutoReply): StoredReply => ({ ...reply, content: digestOf(reply.content) });

export const storedOffer = (offer: PlanOffer): StoredOffer => ({
  ...offer,
  desc: digestOf(offer.desc),
  reply: storedReply(offer.reply),
});

export const storedSku = (sku: SkuOffer, version: number): StoredSku => ({
  ...sku,
  reply: storedReply(sku.reply),
  purchased_rich_text: digestOf(sku.purchased_rich_text),
  version,
});
