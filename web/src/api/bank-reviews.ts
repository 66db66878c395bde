import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  approveBankReview,
  type CardDocument,
  type CardInTheClear,
  getBankReview,
  getBankReviewDocument,
  listBankReviews,
  rejectBankReview,
} from '#services/api/withdrawals/contract/bank-reviews.ts';
import { call } from './client.ts';

const CARDS_A_PAGE = 20;
/** Cards come in without an event that the desk could hear of. */
const POLL_MS = 30_000;

/** Bank cards that wait for finance, longest waiting first. */
export const bankReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['bank-reviews', page],
    queryFn: ({ signal }) => call(listBankReviews, { page, per_page: CARDS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const cardPages = (total: number): number => Math.ceil(total / CARDS_A_PAGE);

export interface SeenCard {
  card: CardInTheClear['card'];
  documents: CardDocument[];
}

/** Shows a card and its pictures in the clear: each look is recorded with the reason, so nothing is kept here. */
export const useSeeCard = (review_id: string, sides: readonly CardDocument['side'][]) =>
  useMutation({
    mutationFn: async (reason: string): Promise<SeenCard> => {
      const [{ card }, ...documents] = await Promise.all([
        call(getBankReview, { id: review_id, reason }),
        ...sides.map((side) => call(getBankReviewDocument, { id: review_id, side, reason })),
      ]);
      return { card, documents };
    },
    gcTime: 0,
    meta: { quiet: true },
  });

/** Approves, or rejects with a reason that the creator reads. */
export function useReviewCard(review_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ approved, reason }: { approved: boolean; reason: string }) => {
      if (approved) await call(approveBankReview, { id: review_id, reason });
      else await call(rejectBankReview, { id: review_id, remark: reason });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['bank-reviews'] }),
    meta: { quiet: true },
  });
}
