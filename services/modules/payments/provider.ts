import type { IncomingHttpHeaders } from 'node:http';
import type { CartOrderNo, ChargeId, OutTradeNo } from '#events/ids.ts';
import type { Currency, Fen } from '#events/money.ts';
import type { Millis } from '#events/time.ts';

/** How a payer pays: apy Alipay, wpy WeChat Pay, pp PayPal, bank transfer, strp card (commerce specification 4). */
export const PAY_METHODS = ['apy', 'wpy', 'pp', 'bank', 'strp'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** Where the payer is: at a phone that opens the provider's app, or at a desktop that shows a code to scan. */
export type PayScene = 'desktop' | 'phone';

/** What the provider shows to a payer who is present. */
export interface Checkout {
  method: PayMethod;
  /** Default: desktop. */
  scene?: PayScene | undefined;
  /** IP address of the payer; some providers demand it of phones. */
  payer_ip?: string | undefined;
  /** The payer now chooses this; the page of the earlier choice is closed. */
  instead?: { method: PayMethod; scene: PayScene } | undefined;
  /** At most 120 characters, without personal data. */
  subject: string;
  /** Where the payer comes back to, absolute. */
  return_url: string;
}

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
  /** Missing if nobody is present. */
  checkout?: Checkout;
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
  /** Where the payer pays; empty if there is only a code. */
  url: string;
  /** What the payer scans with the provider's app; missing: nothing. */
  code?: string;
  /** How; missing: as it was requested. */
  method?: PayMethod;
  scene?: PayScene;
}

export interface ChargeState {
  charge_id: ChargeId;
  /** `open`: unpaid; `failed`: the last attempt failed, another can succeed; `closed`: it cannot be paid any more. */
  status: 'open' | 'failed' | 'closed' | 'paid';
  /** The collected amount, or the amount to collect. */
  amount: Fen;
}

/** The result of a charge. */
export interface ChargeNews {
  kind: 'charge';
  notice_id: string;
  charge_id: ChargeId;
  outcome: 'paid' | 'failed';
  amount: Fen;
}

/** A refund did not reach the payer: the provider has its money again. */
export interface RefundNews {
  kind: 'refund_failed';
  notice_id: string;
  charge_id: ChargeId;
  /** Our id of it. */
  refund_id: string;
  out_trade_no: OutTradeNo;
  provider_refund_id: string;
  /** The provider's word, as `expired_or_canceled_card`. */
  reason: string;
}

/** A payer's bank demands a payment back. */
export interface DisputeNews {
  kind: 'dispute';
  notice_id: string;
  /** The provider's id of the payment; `chargeOf` finds ours. */
  payment: string;
  dispute_id: string;
  status: 'open' | 'won' | 'lost';
  amount: Fen;
  /** The provider's word, as `fraudulent`. */
  reason: string;
}

/** Content that a provider signed: read from the raw body only after its signature held. */
export type Notice = ChargeNews | RefundNews | DisputeNews | { kind: 'other'; notice_id: string };

export type NoticeFault =
  | 'signature_missing'
  | 'signature_wrong'
  | 'stale'
  | 'malformed'
  | 'other_currency'
  /** Of another app or seller than ours. */
  | 'other_account';
export type NoticeCheck = { genuine: true; notice: Notice } | { genuine: false; fault: NoticeFault };

export interface RefundRequest {
  /** Ours; the provider refunds once per id. */
  refund_id: string;
  charge_id: ChargeId;
  /** The order whose money it is. */
  out_trade_no: OutTradeNo;
  amount: Fen;
}

/** `pending`: accepted, on its way to the payer; `failed`: the provider has the money again. */
export interface Refund {
  provider_refund_id: string;
  status: 'sent' | 'pending' | 'failed';
  /** Why it failed, in the provider's word; otherwise empty. */
  reason: string;
  /** Pending, but the provider does not confirm that it has it: given up after days (pending-refund.ts). */
  unconfirmed?: boolean;
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
    | 'refund_differs'
    | 'disputed';

  constructor(reason: ProviderRefusal['reason'], what: string) {
    super(`${reason}: ${what}`);
    this.name = 'ProviderRefusal';
    this.reason = reason;
  }
}

/** The provider does not work at the moment, or not with our settings: a later try can succeed. Its text has no secrets. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** A file of the provider that cannot be used as it is: another request brings the same. */
export class UnusableFile extends ProviderUnavailable {
  readonly problem: 'too_large' | 'unreadable';
  constructor(message: string, problem: 'too_large' | 'unreadable' = 'unreadable') {
    super(message);
    this.problem = problem;
  }
}

/** An answer that is not about what was asked, or without the amount: it decides nothing, and people have to look. */
export class ProviderContradiction extends ProviderUnavailable {
  override name = 'ProviderContradiction';
}

/** A payment provider's port. All amounts are in the currency's minor unit. */
export interface PaymentProvider {
  /** As in `/api/pay/notify/{name}` and in `OrderPlaced.provider`. */
  readonly name: string;
  readonly methods: readonly PayMethod[];
  /** What acknowledges a notice, as JSON or as text; missing: our usual answer. */
  readonly acknowledgement?: Readonly<Record<string, unknown>> | string;
  /** How the charge is paid, as far as the provider has said. Missing: as it was requested. */
  methodOf?(charge: ChargeId): Promise<PayMethod | undefined>;
  /** Idempotent by charge id. Throws ProviderUnavailable, and ProviderRefusal (`charge_differs`) for another amount under the same id. */
  createCharge(request: ChargeRequest): Promise<Charge>;
  /** Judges a notice by its raw bytes and headers; does no I/O. */
  verifyNotice(rawBody: Uint8Array, headers: IncomingHttpHeaders, now: Millis): NoticeCheck;
  /** The charge cannot be paid any more. Idempotent; an unknown or paid one does not change. Missing: never needed. */
  closeCharge?(charge: ChargeId): Promise<void>;
  /** Our charge of a payment that a dispute names; undefined if it is not ours. Required where disputes come. */
  chargeOf?(payment: string): Promise<ChargeId | undefined>;
  /** Idempotent by refund id; repeated while it is pending. Refunds of a charge never add up to more than was paid (ProviderRefusal). */
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
  /** A refund as the provider has it; undefined if unknown there. Missing: refunds are never pending. */
  findRefund?(request: Omit<RefundRequest, 'amount'>): Promise<Refund | undefined>;
  /** The account's statement of a period as a file, in pieces. Missing: finance uploads it. */
  statement?(period: { from: Millis; to: Millis }): AsyncIterable<string>;
  /** When a statement until this instant is complete there. Missing: soon. */
  statementReadyAt?(to: Millis): Millis;
  /** The provider's state of a charge; undefined if unknown there. Throws ProviderContradiction. */
  lookUp(charge: ChargeId): Promise<ChargeState | undefined>;
}
