import { z } from 'zod';
import { CARD_STATUS } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, page, perPage, seconds, text } from '#services/contract/fields/fields.ts';

const side = z.enum(['FRONT', 'BACK']);
const reason = text(200, 1);

const waitingCard = z.object({
  review_id: id,
  user_id: id,
  name: z.string(),
  submitted_at: seconds,
  /** Which sides of the identity card came with it */
  documents: z.array(side),
});
export const listBankReviews = endpoint('GET', '/api/finance/bank-reviews', {
  access: 'finance',
  query: z.object({ page, per_page: perPage }),
  /** Longest waiting first. */
  answer: list(waitingCard),
});

const reviewParams = z.object({ id });
/** In the clear: each look is recorded. Fields as the creator entered them. */
export const cardAnswer = z.object({ review_id: id, card: z.record(z.string(), z.string()) });
export const getBankReview = endpoint('GET', '/api/finance/bank-reviews/:id', {
  access: 'finance',
  params: reviewParams,
  query: z.object({ reason }),
  answer: cardAnswer,
});
/** `data` in base64. */
export const documentAnswer = z.object({ review_id: id, side, mime: z.string(), data: z.string() });
export const getBankReviewDocument = endpoint('GET', '/api/finance/bank-reviews/:id/document', {
  access: 'finance',
  params: reviewParams,
  query: z.object({ side, reason }),
  answer: documentAnswer,
});

const reviewedCard = z.object({
  review_id: id,
  status: z.union([z.literal(CARD_STATUS.active), z.literal(CARD_STATUS.rejected)]),
  position: z.number().int(),
});
export const rejectBankReview = endpoint('POST', '/api/finance/bank-reviews/:id/reject', {
  access: 'finance',
  confirm: 'staff',
  params: reviewParams,
  /** Shown to the creator. */
  body: z.object({ remark: text(200, 1) }),
  answer: reviewedCard,
});
export const approveBankReview = endpoint('POST', '/api/finance/bank-reviews/:id/approve', {
  access: 'finance',
  confirm: 'staff',
  params: reviewParams,
  /** An optional note, recorded with the approver. */
  body: z.object({ reason: text(200).default('') }),
  answer: reviewedCard,
});

export type WaitingCard = z.infer<typeof waitingCard>;
export type CardInTheClear = z.infer<typeof cardAnswer>;
export type CardDocument = z.infer<typeof documentAnswer>;
