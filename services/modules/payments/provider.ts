import type { IncomingHttpHeaders } from 'node:http';
import type { CartOrderNo, ChargeId, OutTradeNo } from '#events/ids.ts';
import type { Currency, Fen } from '#events/money.ts';
import type { Millis } from '#events/time.ts';

/** One attempt to collect money for an order. The id is ours, so that asking twice is asking once. */
export interface ChargeRequest {
  charge_id: ChargeId;
  /** Number of the order, or of the cart, that it pays. */
  out_trade_no: OutTradeNo | CartOrderNo;
  amount: Fen;
  currency: Currency;
  expires_at: Millis;
  /** The payer agrees with this payment that later ones are charged without asking. */
  agreed?: boolean;
}

/** A further charge by an agreement, without the payer. */
export interface AgreedCharge extends ChargeRequest {
  /** The charge that its payer agreed with. */
  agreed_with: ChargeId;
}

export interface Charge {
  /** Name of the provider that collects. */
  provider: string;
  charge_id: ChargeId;
  /** What the provider collects by this charge. */
  amount: Fen;
  /** Where the payer pays. */
  url: string;
}

/** `open`: unpaid; `failed`: the last attempt failed, another can succeed. */
export type ChargeStatus = 'open' | 'failed' | 'paid';

export interface ChargeState {
  charge_id: ChargeId;
  status: ChargeStatus;
  /** The collected amount, or the amount to collect. */
  amount: Fen;
}

/** News that a provider signed: read from the raw body only after its signature held. */
export interface Notice {
  notice_id: string;
  charge_id: ChargeId;
  outcome: 'paid' | 'failed';
  amount: Fen;
}

export type NoticeFault = 'signature_missing' | 'signature_wrong' | 'stale' | 'malformed';
type NoticeCheck = { genuine: true; notice: Notice } | { genuine: false; fault: NoticeFault };

export interface RefundRequest {
  /** Ours; the provider refunds once per id. */
  refund_id: string;
  charge_id: ChargeId;
  amount: Fen;
}

export interface Refund {
  provider_refund_id: string;
}

/** The result of a further charge; `unknown`: the provider's answer comes later, by notice or look-up. */
export type AgreedOutcome =
  /** `amount`: what the charge took, as the provider has it. */
  { status: 'paid'; amount: Fen } | { status: 'declined' | 'unknown' };

/** The provider refused: a retry will not help until something changes. */
export class ProviderRefusal extends Error {
  readonly reason:
    | 'charge_unknown'
    | 'not_agreed'
    | 'charge_differs'
    | 'not_paid'
    | 'more_than_paid'
    | 'refund_differs';

  constructor(reason: ProviderRefusal['reason'], what: string) {
    super(`${reason}: ${what}`);
    this.name = 'ProviderRefusal';
    this.reason = reason;
  }
}

/** A payment provider's port. All amounts are in the currency's minor unit. */
export interface PaymentProvider {
  /** As in `/api/pay/notify/{name}` and in `OrderPlaced.provider`. */
  readonly name: string;
  /** Idempotent by charge id. Throws ProviderRefusal (`charge_differs`) for another amount under the same id. */
  createCharge(request: ChargeRequest): Promise<Charge>;
  /** Judges a notice by its raw bytes and headers; does no I/O. */
  verifyNotice(rawBody: Uint8Array, headers: IncomingHttpHeaders, now: Millis): NoticeCheck;
  /** Idempotent by refund id. Refunds of a charge never add up to more than was paid (ProviderRefusal). */
  refund(request: RefundRequest): Promise<Refund>;
  /**
   * Charges again by an agreement; only for providers that can. Idempotent by charge id: a paid one is not charged
   * twice, a declined one is tried again. Throws ProviderRefusal (`not_agreed`) if the payer did not agree.
   */
  chargeAgain?(request: AgreedCharge): Promise<AgreedOutcome>;
  /**
   * The agreement made with this charge has ended: `chargeAgain` by it is refused (`not_agreed`). Required with
   * `chargeAgain`. Idempotent; an unknown charge changes nothing.
   */
  endAgreement?(agreed_with: ChargeId): Promise<void>;
  /** The provider's state of a charge; undefined if unknown there. */
  lookUp(charge: ChargeId): Promise<ChargeState | undefined>;
}
