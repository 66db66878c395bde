/**
 * An order or refund in the settlement of a month. Amounts are in fen, those of refunds negative. A partner's line of
 * another creator's order has the commission as amount and net, and no fees.
 */
export interface IncomeLine {
  /** Log position of the event. */
  position: number;
  kind: 'order' | 'refund' | 'commission' | 'commission_refund';
  out_trade_no: string;
  /** Empty for orders, and for their commissions. */
  refund_id: string;
  amount: number;
  payment_fee: number;
  service_fee: number;
  affiliate: number;
  net: number;
}

/**
 * The line in the form that is hashed: fields in this order, separated by tabs, with a line feed. A settlement's hash
 * is the SHA-256 of its lines in log order, so anybody can recompute it.
 */
export const incomeLineText = (line: IncomeLine): string =>
  `${[
    line.position,
    line.kind,
    line.out_trade_no,
    line.refund_id,
    line.amount,
    line.payment_fee,
    line.service_fee,
    line.affiliate,
    line.net,
  ].join('\t')}\n`;
