import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  BankReviews,
  CardDocument,
  CardInTheClear,
  ReviewedCard,
} from '#services/api/withdrawals/contract/bank-reviews.ts';
import { get, post } from './client.ts';
import { noteWritten } from './written.ts';

const CARDS_A_PAGE = 20;
/** Cards come in without an event that the desk could hear of. */
const POLL_MS = 30_000;

/** Bank cards that wait for finance, longest waiting first. */
export const bankReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['bank-reviews', page],
    queryFn: ({ signal }) =>
      get<BankReviews>('/api/finance/bank-reviews', { page, per_page: CARDS_A_PAGE }, signal),
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
      const url = `/api/finance/bank-reviews/${review_id}`;
      const [{ card }, ...documents] = await Promise.all([
        get<CardInTheClear>(url, { reason }),
        ...sides.map((side) => get<CardDocument>(`${url}/document`, { side, reason })),
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
      const url = `/api/finance/bank-reviews/${review_id}`;
      const done = await (approved
        ? post<ReviewedCard>(`${url}/approve`, { reason })
        : post<ReviewedCard>(`${url}/reject`, { remark: reason }));
      noteWritten(done.position);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['bank-reviews'] }),
    meta: { quiet: true },
  });
}
