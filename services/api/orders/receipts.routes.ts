import { IMPORT_PROVIDER, type PaidOrder } from '#services/commerce/orders/order.ts';
import { getReceipt, getReceiptPdf } from '#services/contract/orders/receipts.ts';
import { receiptPrinter } from '#services/modules/orders/receipts/print-receipt.ts';
import { writtenReceipt } from '#services/modules/orders/receipts/written-receipt.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { receiptOf } from '../payments/receipt-answer.ts';
import { concernedOrder } from './order-detail.ts';

/** More files are waited for than can be made. */
const BUSY_SECONDS = 10;

/** The receipt of a payment, for fan and creator. */
export const receiptRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const printer = receiptPrinter();

  /** The caller's order if it was paid here; imported ones were paid elsewhere. */
  async function paidOrder(out_trade_no: string, viewer: Parameters<typeof concernedOrder>[2]) {
    const order = await concernedOrder(deps, out_trade_no, viewer);
    if (order === undefined) return { refusal: { code: 'not_found' } satisfies Refusal };
    if (order.phase !== 'paid' || order.placed.provider === IMPORT_PROVIDER) {
      return { refusal: { code: 'state_does_not_allow' } satisfies Refusal };
    }
    return { order: order satisfies PaidOrder };
  }

  on(getReceipt, async ({ query, caller }) => {
    const found = await paidOrder(query.out_trade_no, caller.user_id);
    if (found.refusal) return found.refusal;
    return await receiptOf(deps, found.order);
  });

  on(getReceiptPdf, async ({ query: { out_trade_no, locale_lang }, caller, language, reply }) => {
    const found = await paidOrder(out_trade_no, caller.user_id);
    if (found.refusal) return found.refusal;
    const written = writtenReceipt(
      await receiptOf(deps, found.order),
      locale_lang ?? language,
      deps.calendar,
    );
    const file = await printer.print(written);
    if (file === undefined) {
      return { code: 'too_many_requests', retry_after: BUSY_SECONDS };
    }
    reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="receipt-${encodeURIComponent(out_trade_no)}.pdf"`)
      .header('cache-control', 'private, no-store');
    return reply.send(Buffer.from(file));
  });
};
