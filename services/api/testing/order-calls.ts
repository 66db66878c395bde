import type { z } from 'zod';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { payment } from '#services/commerce/testing/orders.ts';
import { cancelOrder, type checkedOrder, checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import type { Reply } from './sent.ts';
import type { TestApi, TestUser } from './test-api.ts';

export type OrderCalls = ReturnType<typeof orderCalls>;

/** Calls about orders, by a fan by default; and an order's events in the log. */
export function orderCalls(api: TestApi, fan: TestUser) {
  const eventsOf = (out_trade_no: string) => api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
  /** A payment notice, without its delivery. */
  const pay = (out_trade_no: string, yuan: number) =>
    api.deps.committer.submit(payment(yuan * 100, asOutTradeNo(out_trade_no)));
  return {
    /** Places an order and pays all of it. @returns its number */
    async buy(body: object, as = fan): Promise<string> {
      const { out_trade_no, total_amount } = await api.data(createOrder, body, as);
      const paid = await pay(out_trade_no, Number(total_amount));
      if (!paid.accepted) throw new Error(`the payment was refused: ${JSON.stringify(paid.refusal)}`);
      return out_trade_no;
    },
    create: (body: object, as = fan, key?: string) =>
      api.call(createOrder, body, as, key === undefined ? {} : { 'idempotency-key': key }),
    check: (out_trade_no: string, as = fan) =>
      api.call(checkOrder, { out_trade_no }, as) as Promise<Reply<z.output<typeof checkedOrder>>>,
    cancel: (out_trade_no: string, as = fan) => api.call(cancelOrder, { out_trade_no }, as),
    eventsOf,
    typesOf: async (out_trade_no: string) => (await eventsOf(out_trade_no)).map(({ type }) => type),
    pay,
  };
}
