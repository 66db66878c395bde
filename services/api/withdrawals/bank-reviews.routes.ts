import {
  approveBankReview,
  getBankReview,
  getBankReviewDocument,
  listBankReviews,
  rejectBankReview,
} from '#services/contract/withdrawals/bank-reviews.ts';
import { reviewCard } from '#services/modules/withdrawals/review-card.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';

const ACTIVE = 1 as const;
const REJECTED = 4 as const;

/** Bank cards that wait for finance: looked at with a reason, approved, or rejected with a remark. */
export const bankReviewRoutes: Area =
  ({ bankReviews, committer }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    on(listBankReviews, async ({ query }) => {
      const found = await bankReviews.waiting(rangeOf(query));
      const list = found.list.map(({ submitted_at, ...card }) => ({
        ...card,
        submitted_at: Math.floor(submitted_at / 1000),
      }));
      return tablePage(query, found, list);
    });

    on(getBankReview, async ({ query, params: { id }, caller }) => {
      const card = await bankReviews.look(caller.user_id, id, query.reason);
      return card ? { review_id: id, card: { ...card } } : { code: 'not_found' };
    });

    on(getBankReviewDocument, async ({ query: { side, reason }, params: { id }, caller }) => {
      const found = await bankReviews.document(caller.user_id, id, side, reason);
      if (!found) return { code: 'not_found' };
      const mime = `image/${found.extension === 'jpg' ? 'jpeg' : found.extension}`;
      return { review_id: id, side, mime, data: found.data };
    });

    on(approveBankReview, async ({ body: { reason }, params: { id }, caller }) => {
      const by = caller.user_id;
      const verdict = { review_id: id, by, approved: true, reason };
      const outcome = await reviewCard({ committer, bankReviews }, verdict);
      if (!outcome.accepted) return outcome.refusal;
      return { review_id: id, status: ACTIVE, position: outcome.position };
    });

    on(rejectBankReview, async ({ body, params: { id }, caller: { user_id: by } }) => {
      const { remark: reason } = body;
      const verdict = { review_id: id, by, approved: false, reason };
      const outcome = await reviewCard({ committer, bankReviews }, verdict);
      if (!outcome.accepted) return outcome.refusal;
      return { review_id: id, status: REJECTED, position: outcome.position };
    });
  };
