import { CARD_STATUS, type MethodKind } from '#events/status.ts';
import { getWithdrawInfo, type WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { queryOf } from '../../api/queries.ts';

const REVIEW_POLL_MS = 30_000;
/** Parts of one page share an answer. */
const FRESH_MS = 5_000;

/** The creator's payout methods, masked. Asked for whenever a page shows them, and polled while a card is under review. */
export const withdrawInfoQuery = queryOf(
  getWithdrawInfo,
  {},
  {
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) =>
      state.data?.bang?.status === CARD_STATUS.reviewing ? REVIEW_POLL_MS : false,
  },
);

export const METHODS = ['apy', 'pp', 'bank'] as const satisfies readonly MethodKind[];

/** Methods to choose from: PayPal where it is offered, or was entered. */
export const offeredMethods = ({ pp, pp_offered }: Pick<WithdrawInfo, 'pp' | 'pp_offered'>) =>
  METHODS.filter((method) => method !== 'pp' || pp_offered || pp !== null);

/** An active method. */
export interface Usable {
  method: MethodKind;
  /** Owner and account, masked. */
  name: string;
  account: string;
}

export function usableMethods({ apy, pp, bang }: WithdrawInfo): Usable[] {
  const usable: Usable[] = [];
  if (apy) usable.push({ method: 'apy', name: apy.realname, account: apy.account });
  if (pp) usable.push({ method: 'pp', name: pp.realname, account: pp.account });
  if (bang?.status === CARD_STATUS.active) {
    usable.push({ method: 'bank', name: bang.name, account: `${bang.bank_name} ${bang.bank_acct_no}` });
  }
  return usable;
}
