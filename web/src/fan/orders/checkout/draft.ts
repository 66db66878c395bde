import { useLocation } from '@tanstack/react-router';
import type { Address } from '#services/api/delivery/contract/addresses.ts';

/** What was typed into the form of an order; what was chosen is in the address. */
export interface Draft {
  remark?: string;
  address?: Address | undefined;
  invite_code?: string;
  /** Ids of saved people, by ticket. */
  holders?: readonly string[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Left in the history when the order was placed, for whoever comes back from the cashier. */
    draft?: Draft;
  }
}

const NOTHING: Draft = {};

/** What the form had when the fan left this entry of the history. */
export const useDraft = (): Draft => useLocation({ select: ({ state }) => state.draft }) ?? NOTHING;
