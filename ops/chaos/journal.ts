import { closeSync, openSync, writeSync } from 'node:fs';
import { orderCart } from '#services/contract/cart/calls.ts';
import type { Endpoint } from '#services/contract/endpoint.ts';
import { endAgreement } from '#services/contract/memberships/calls.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { cancelOrder, createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { useRedeemCode } from '#services/contract/redeem/calls.ts';
import { editSkuStock } from '#services/contract/stock/calls.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';

/** What people do, and the call for it. */
export const ACTIONS = {
  order: createOrder,
  cart: orderCart,
  redeem: useRedeemCode,
  pay: sandboxPay,
  cancel: cancelOrder,
  end_agreement: endAgreement,
  refund: refundOrder,
  set_stock: editSkuStock,
  withdraw: applyWithdraw,
  approve: approveWithdrawal,
  reject: rejectWithdrawal,
  retry: retryWithdrawal,
} as const satisfies Record<string, Endpoint>;
export type Action = keyof typeof ACTIONS;

/** `unknown`: no answer, or one without an outcome. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The intention of a client. Several requests with one input, to one server or both, are one intention. */
export interface Wish {
  number: number;
  action: Action;
  /** Who sends it, by user id. */
  by: string;
  input: Readonly<Record<string, unknown>>;
  /** Idempotency key; two wishes may have the same. Null: the call needs none. */
  key: string | null;
}

/** One answer, or the lack of one. */
export interface Entry extends Wish {
  outcome: Outcome;
  server: number;
  /** Milliseconds of the machine's clock. */
  asked_at: number;
  answered_at: number;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** `ec` of the envelope; 0 when there was none. */
  ec: number;
  data: Readonly<Record<string, unknown>>;
}

/** A file that is only appended to: one line of JSON for each answer. */
export function openJournal(file: string) {
  const descriptor = openSync(file, 'a', 0o600);
  const entries: Entry[] = [];
  return {
    entries,
    add(entry: Entry): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
    },
    close: (): void => closeSync(descriptor),
  };
}

export type Journal = ReturnType<typeof openJournal>;
