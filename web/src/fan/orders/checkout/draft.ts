import { useLocation } from '@tanstack/react-router';
import type { Address } from '#services/contract/delivery/addresses.ts';

/** The input of an order form; the choice is in the address. */
export interface Draft {
  remark?: string;
  address?: Address | undefined;
  invite_code?: string;
  /** Ids of saved people, by ticket. */
  holders?: readonly string[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stored in the history for a return from the cashier; a guest's is carried through signing in. */
    draft?: Draft;
  }
}

const NOTHING: Draft = {};

/** The form's state when the fan left this history entry. */
export const useDraft = (): Draft => useLocation({ select: ({ state }) => state.draft }) ?? NOTHING;
