import { createHash } from 'node:crypto';
import type { AutoReply, PlanOffer, SkuOffer } from '#events/catalog.ts';

declare const marked: unique symbol;

/** The state's record of a text: its bytes and hash, empty for an empty text. The text is in the log only. */
export type TextMark = string & { readonly [marked]: true };

export interface KeptReply extends AutoReply {
  content: TextMark;
}

/** An offer as decisions need it. */
export interface KeptOffer extends PlanOffer {
  desc: TextMark;
  reply: KeptReply;
}

export interface KeptSku extends SkuOffer {
  reply: KeptReply;
  purchased_rich_text: TextMark;
  /** Version of the plan's stream that has its texts. */
  version: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const markOf = (text: string): TextMark =>
  (text === '' ? '' : `${Buffer.byteLength(text)}:${hashOf(text)}`) as TextMark;

export const bytesOfMark = (mark: TextMark): number => Number.parseInt(mark, 10) || 0;

const keptReply = (reply: AutoReply): KeptReply => ({ ...reply, content: markOf(reply.content) });

export const keptOffer = (offer: PlanOffer): KeptOffer => ({
  ...offer,
  desc: markOf(offer.desc),
  reply: keptReply(offer.reply),
});

export const keptSku = (sku: SkuOffer, version: number): KeptSku => ({
  ...sku,
  reply: keptReply(sku.reply),
  purchased_rich_text: markOf(sku.purchased_rich_text),
  version,
});
