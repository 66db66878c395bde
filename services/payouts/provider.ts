import type { UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { Payee } from '#services/accounts/withdraw-methods.ts';

/** One attempt to pay a withdrawal out. The id is ours, so that asking twice is paying once. */
export interface PayoutRequest {
  payout_id: string;
  user_id: UserId;
  withdrawal_id: string;
  amount: Fen;
  payee: Payee;
}

/** Why a provider did not pay; each has a sentence (services/api/withdrawal-words.ts). */
export type PayoutFault = 'account_unknown' | 'name_differs' | 'limit_reached';

export type PayoutState =
  /** Accepted, and on its way. */
  | { kind: 'processing' }
  | { kind: 'succeeded'; provider_reference: string }
  | { kind: 'failed'; cause: PayoutFault };

/** The provider did not answer: it may have accepted. */
export class NoAnswer extends Error {
  constructor(payout_id: string) {
    super(`no answer about payout ${payout_id}`);
    this.name = 'NoAnswer';
  }
}

/** What pays creators for us. */
export interface PayoutProvider {
  readonly name: string;
  /** Idempotent by payout id. Throws NoAnswer when it is not known whether it was accepted. */
  pay(request: PayoutRequest): Promise<PayoutState>;
  /** How a payout stands; undefined when the provider does not know it: nothing was accepted. Throws NoAnswer. */
  lookUp(payout_id: string): Promise<PayoutState | undefined>;
}
