import type { AgreementFacts, Fault, OrderFacts, RawEvent } from './log-facts.ts';

type Handler = (event: RawEvent) => void;

/** Agreements and their renewals: a period is charged once, by the agreed amount, while the agreement holds. */
export function agreementReader(orders: ReadonlyMap<string, OrderFacts>, fault: Fault) {
  const agreements = new Map<string, AgreementFacts>();
  const periods = new Set<string>();
  const keyOf = ({ data: { user_id, plan_id } }: RawEvent): string => `${user_id} ${plan_id}`;

  /** Its agreement, which must hold. */
  function active(event: RawEvent): AgreementFacts | undefined {
    const agreement = agreements.get(keyOf(event));
    if (agreement?.amount != null) return agreement;
    return void fault('agreements', event, `${event.type} without an agreement of ${keyOf(event)}`);
  }
  function isPaid(event: RawEvent, amount?: number): void {
    const { out_trade_no } = event.data;
    const order = orders.get(out_trade_no);
    if (!order?.isPaid || (amount !== undefined && order.total !== amount))
      fault('agreements', event, `${event.type} with order ${out_trade_no}, which is not paid so`);
  }

  const handlers: Readonly<Record<string, Handler>> = {
    AgreementMade(event) {
      const { out_trade_no, amount } = event.data;
      const before = agreements.get(keyOf(event)) ?? {
        made: [],
        placed: [],
        paid: [],
        ended: [],
        amount: null,
      };
      if (before.amount !== null) fault('agreements', event, `second agreement of ${keyOf(event)}`);
      isPaid(event);
      agreements.set(keyOf(event), { ...before, amount, made: [...before.made, out_trade_no] });
    },
    RenewalPlaced(event) {
      const { out_trade_no, amount, until } = event.data;
      const agreement = active(event);
      const period = `${keyOf(event)} ${agreement?.made.at(-1)} ${until}`;
      if (periods.has(period)) fault('agreements', event, `second order of a period: ${out_trade_no}`);
      periods.add(period);
      if (agreement && amount > (agreement.amount ?? 0))
        fault('agreements', event, `renewal ${out_trade_no} costs ${amount} of ${agreement.amount}`);
      agreement?.placed.push(out_trade_no);
    },
    RenewalPaid(event) {
      const { out_trade_no, amount } = event.data;
      const agreement = active(event);
      isPaid(event, amount);
      if (agreement?.paid.includes(out_trade_no))
        fault('agreements', event, `renewal ${out_trade_no} is paid for the second time`);
      agreement?.paid.push(out_trade_no);
    },
    RenewalFailed: (event) => void active(event),
    AgreementEnded(event) {
      const agreement = active(event);
      if (!agreement) return;
      agreement.ended.push(event.data.reason);
      agreement.amount = null;
    },
  };
  return { agreements, handlers };
}
