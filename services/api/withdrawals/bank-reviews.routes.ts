import { reviewCard } from '#services/accounts/withdrawals/review-card.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import {
  approveBankReview,
  getBankReviewDocument,
  listBankReviews,
  getBankReview,
  rejectBankReview,
} from './contract/bank-reviews.ts';

const ACTIVE = 1 as const;
const REJECTED = 4 as const;

/** Bank cards that wait for finance: looked at with a reason, approved, or rejected with a remark. */
export const bankReviewRoutes: Area =
  ({ bankReviews, committer }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    on(listBankReviews, async (request) => {
      const { page, per_page } = request.query;
      const offset = (page - 1) * per_page;
      const { list, total_count } = await bankReviews.waiting({ limit: per_page, offset });
      return ok({
        list: list.map(({ submitted_at, ...card }) => ({
          ...card,
          submitted_at: Math.floor(submitted_at / 1000),
        })),
        has_more: offset + list.length < total_count,
        total_count,
      });
    });

    on(getBankReview, async (request) => {
      const { id } = request.params;
      const card = await bankReviews.look(callerOf(request).user_id, id, request.query.reason);
      return card ? ok({ review_id: id, card: { ...card } }) : refused(request, { code: 'not_found' });
    });

    on(getBankReviewDocument, async (request) => {
      const { id } = request.params;
      const { side, reason } = request.query;
      const found = await bankReviews.document(callerOf(request).user_id, id, side, reason);
      if (!found) return refused(request, { code: 'not_found' });
      const mime = `image/${found.extension === 'jpg' ? 'jpeg' : found.extension}`;
      return ok({ review_id: id, side, mime, data: found.data });
    });

    on(approveBankReview, async (request) => {
      const { id } = request.params;
      const by = callerOf(request).user_id;
      const { reason } = request.body;
      const verdict = { review_id: id, by, approved: true, reason, correlation_id: request.id };
      const outcome = await reviewCard({ committer, bankReviews }, verdict);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ review_id: id, status: ACTIVE, position: outcome.position });
    });

    on(rejectBankReview, async (request) => {
      const { id } = request.params;
      const by = callerOf(request).user_id;
      const { remark: reason } = request.body;
      const verdict = { review_id: id, by, approved: false, reason, correlation_id: request.id };
      const outcome = await reviewCard({ committer, bankReviews }, verdict);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ review_id: id, status: REJECTED, position: outcome.position });
    });
  };
