import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkSettlements, getSettlement, listSettlements } from '#services/api/books/contract/books.ts';
import {
  listSettlementMonths,
  type SettledMonth,
  type SettlementCheck,
  settleMonth,
} from '#services/api/income/contract.ts';
import { call } from './client.ts';

const A_PAGE = 20;
export const settlementPages = (total: number): number => Math.ceil(total / A_PAGE);

/** Months with their sums, newest first. */
export const settlementMonthsQuery = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'settlement-months', as_of],
    queryFn: ({ signal }) => call(listSettlementMonths, { as_of }, { signal }),
    meta: { topics: ['ledger'] },
  });

/** A month's settlements, creator by creator. */
export const settlementsQuery = (month: string, page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'settlements', month, page, as_of],
    queryFn: ({ signal }) => call(listSettlements, { month, page, per_page: A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });

/** One creator's settlement with its lines, recomputed from them. */
export const settlementQuery = (month: string, user_id: string, page: number) =>
  queryOptions({
    queryKey: ['finance', 'settlement', month, user_id, page],
    queryFn: ({ signal }) => call(getSettlement, { month, user_id, page, per_page: A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });

type Differing = SettlementCheck['differing'];

/** Works a whole month out again, some hundred creators at a time; `compared` counts on while it runs. */
export function useCompareMonth(month: string) {
  const [compared, setCompared] = useState(0);
  const comparison = useMutation({
    mutationFn: async (): Promise<{ compared: number; differing: Differing }> => {
      let done = 0;
      const differing: Differing = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: SettlementCheck = await call(checkSettlements, { month, after });
        done += page.compared;
        differing.push(...page.differing);
        setCompared(done);
        after = page.next;
      }
      return { compared: done, differing };
    },
  });
  return { ...comparison, compared };
}

/** Settles a month that is over, in steps; `left` counts down while it runs. */
export function useSettleMonth(month: string) {
  const client = useQueryClient();
  const [left, setLeft] = useState<number>();
  const settling = useMutation({
    mutationFn: async (reason: string): Promise<number> => {
      // All steps of it are one action.
      const run = crypto.randomUUID();
      let settled = 0;
      for (;;) {
        const step: SettledMonth = await call(settleMonth, { month, reason, run });
        settled += step.settled;
        setLeft(step.left);
        if (step.left === 0) return settled;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
    meta: { quiet: true },
  });
  return { ...settling, left };
}
