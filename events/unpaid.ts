import type { OutTradeNo, SkuId, UserId } from './ids.ts';

/** The open orders of one fan, against the limits of what may stay unpaid. */
export interface UnpaidEvent {
  /**
   * An order, or a cart that is paid by one charge, was placed and waits for its money. `closed` names those of before
   * that were paid or cancelled by then: paying and cancelling write nothing here.
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
