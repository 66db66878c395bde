import { reviewCard } from '#services/accounts/withdrawals/review-card.ts';
import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import {
  approveCard,
  cardAnswer,
  documentAnswer,
  documentQuery,
  lookQuery,
  rejectCard,
  reviewedCard,
  reviewParams,
  reviewsAnswer,
  reviewsQuery,
} from './contract/bank-reviews.ts';

const tags = ['withdrawals'];
const config = { access: 'finance' } as const;
const ACTIVE = 1 as const;
const REJECTED = 4 as const;

/** Bank cards that wait for finance: looked at with a reason, approved, or rejected with a remark. */
export const bankReviewRoutes: Area =
  ({ bankReviews, committer }) =>
  async (app) => {
    app.get(
      '/api/finance/bank-reviews',
      { config, schema: { querystring: reviewsQuery, response: answers(reviewsAnswer), tags } },
      async (request) => {
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
      },
    );

    app.get(
      '/api/finance/bank-reviews/:id',
      {
        config,
        schema: { params: reviewParams, querystring: lookQuery, response: answers(cardAnswer), tags },
      },
      async (request) => {
        const { id } = request.params;
        const card = await bankReviews.look(callerOf(request).user_id, id, request.query.reason);
        return card ? ok({ review_id: id, card: { ...card } }) : refused(request, { code: 'not_found' });
      },
    );

    app.get(
      '/api/finance/bank-reviews/:id/document',
      {
        config,
        schema: { params: reviewParams, querystring: documentQuery, response: answers(documentAnswer), tags },
      },
      async (request) => {
        const { id } = request.params;
        const { side, reason } = request.query;
        const found = await bankReviews.document(callerOf(request).user_id, id, side, reason);
        if (!found) return refused(request, { code: 'not_found' });
        const mime = `image/${found.extension === 'jpg' ? 'jpeg' : found.extension}`;
        return ok({ review_id: id, side, mime, data: found.data });
      },
    );

    app.post(
      '/api/finance/bank-reviews/:id/approve',
      {
        config,
        schema: { params: reviewParams, body: approveCard, response: answers(reviewedCard), tags },
      },
      async (request) => {
        const { id } = request.params;
        const by = callerOf(request).user_id;
        const { reason } = request.body;
        const verdict = { review_id: id, by, approved: true, reason, correlation_id: request.id };
        const outcome = await reviewCard({ committer, bankReviews }, verdict);
        if (!outcome.accepted) return refused(request, outcome.refusal);
        return ok({ review_id: id, status: ACTIVE, position: outcome.position });
      },
    );

    app.post(
      '/api/finance/bank-reviews/:id/reject',
      {
        config,
        schema: { params: reviewParams, body: rejectCard, response: answers(reviewedCard), tags },
      },
      async (request) => {
        const { id } = request.params;
        const by = callerOf(request).user_id;
        const { remark: reason } = request.body;
        const verdict = { review_id: id, by, approved: false, reason, correlation_id: request.id };
        const outcome = await reviewCard({ committer, bankReviews }, verdict);
        if (!outcome.accepted) return refused(request, outcome.refusal);
        return ok({ review_id: id, status: REJECTED, position: outcome.position });
      },
    );
  };
