import type { OutTradeNo, SkuId, UserId } from './ids.ts';

/** The orders of one fan as they are placed, for the limits of unpaid orders and for the closing of the account. */
export type UnpaidEvent =
  | {
      /**
       * An order or a cart (one charge) was placed. `closed` names earlier ones that were paid or cancelled since;
       * payment and cancellation write nothing here. A free order is paid already.
       */
      type: 'UnpaidOrderAdded';
      data: {
        user_id: UserId;
        /** Of a cart, its first order: all of its orders are paid or cancelled together. */
        out_trade_no: OutTradeNo;
        lines: { sku_id: SkuId; count: number }[];
        closed: OutTradeNo[];
      };
    }
  /** The account was closed: it places no further order. */
  | { type: 'PurchasesClosed'; data: { user_id: UserId } };
