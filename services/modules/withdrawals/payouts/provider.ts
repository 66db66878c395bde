import type { UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { MethodKind } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { Payee } from '#services/modules/withdrawals/withdraw-methods.ts';
import type { Config } from '#services/runtime/config.ts';
import { inTime, NoAnswerInTime, PROVIDER_DEADLINE_MS } from '#services/runtime/deadline.ts';

/** One attempt to pay a withdrawal out. The id is ours, so that asking twice is paying once. */
export interface PayoutRequest {
  payout_id: string;
  user_id: UserId;
  withdrawal_id: string;
  amount: Fen;
  payee: Payee;
}

/** Why a provider did not pay; each has a sentence (services/api/withdrawals/withdrawal-words.ts). */
export type PayoutFault = 'account_unknown' | 'name_differs' | 'limit_reached' | 'not_supported' | 'not_sent';

export type PayoutState =
  /** Accepted, and on its way. `unfinished`: in part; the next request goes on. */
  | { kind: 'processing'; unfinished?: true }
  | { kind: 'succeeded'; provider_reference: string }
  | { kind: 'failed'; cause: PayoutFault };

/** The provider did not answer: it may have accepted. */
export class NoAnswer extends Error {
  constructor(payout_id: string, why = 'no answer') {
    super(`payout ${payout_id}: ${why}`);
    this.name = 'NoAnswer';
  }
}

/** A payout provider's port. */
export interface PayoutProvider {
  readonly name: string;
  /** Times after a success at which it is asked whether the money came back. Missing: a success is final. */
  readonly recheckMs?: readonly Millis[];
  /** Others that are set up, and may have paid before: they are asked about their payouts, and make no more. */
  readonly earlier?: readonly PayoutProvider[];
  /** Idempotent by payout id; `failed` moved nothing. Throws NoAnswer when it is not known whether it was accepted. */
  pay(request: PayoutRequest): Promise<PayoutState>;
  /**
   * The provider's state of a payout; undefined if unknown there: nothing was accepted. Throws NoAnswer.
   * @param kind of its payee; undefined if the details are erased: then nobody goes on with an unfinished one
   */
  lookUp(payout_id: string, kind: MethodKind | undefined): Promise<PayoutState | undefined>;
}

/** Whether there is a provider that pays creators (`openPayouts`). */
export const paysCreators = ({ sandbox, alipay, stripe }: Pick<Config, 'sandbox' | 'alipay' | 'stripe'>) =>
  sandbox || alipay?.payouts === true || stripe?.payouts === true;

/** The same provider with a timeout. A timeout means unknown, never failed. */
export function payoutsInTime(provider: PayoutProvider, ms: number = PROVIDER_DEADLINE_MS): PayoutProvider {
  const withTimeout = async <Answer>(payout_id: string, answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await inTime(answer, ms, payout_id);
    } catch (error) {
      throw error instanceof NoAnswerInTime ? new NoAnswer(payout_id) : error;
    }
  };
  const earlier = provider.earlier?.map((one) => payoutsInTime(one, ms));
  return {
    ...provider,
    ...(earlier && { earlier }),
    pay: (request) => withTimeout(request.payout_id, provider.pay(request)),
    lookUp: (payout_id, kind) => withTimeout(payout_id, provider.lookUp(payout_id, kind)),
  };
}
