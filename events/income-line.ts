/**
 * An order or a refund as a creator's month is settled from it; amounts in fen, those of refunds below zero. Of somebody
 * else's order that a code of a partner brought, the partner's line has the commission as its amount and net, and no fees.
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
 * The line as it is hashed: its fields in this order, tabs between, a line feed at the end. A settlement's hash is
 * the SHA-256 over its lines in the order of the log, so that anybody can work it out again.
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
