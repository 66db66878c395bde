import type { OutTradeNo, SkuId, UserId } from './ids.ts';

/** The unpaid orders of one fan, for the limits of unpaid orders. */
export interface UnpaidEvent {
  /**
   * An order or a cart (one charge) was placed and is unpaid. `closed` names earlier ones that were paid or cancelled
   * since; payment and cancellation write nothing here.
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
