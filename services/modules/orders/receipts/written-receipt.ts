import { writtenMoney as yuan } from '#events/money.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Receipt } from '#services/contract/orders/receipts.ts';
import { timeText } from '#services/runtime/business-time.ts';
import type { WrittenReceipt } from './receipt-pdf.ts';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';

const isMoney = (amount: string): boolean => Number(amount) > 0;

function sumsOf(receipt: Receipt, words: ReceiptWords, time: (at: number) => string): WrittenReceipt['sums'] {
  const { show_amount, discount, shipping_fee, total_amount, refunds, kept_amount } = receipt;
  const reduction = `${words.show} ${yuan(show_amount)} · ${words.discount} ${yuan(`-${discount}`)}`;
  return [
    ...(isMoney(shipping_fee) ? [{ name: words.shipping, value: yuan(shipping_fee) }] : []),
    {
      name: words.total,
      value: yuan(total_amount),
      strong: true,
      ...(isMoney(discount) && { note: reduction }),
    },
    ...refunds.map(({ amount, reason, time: at, sent_at, position }) => ({
      name: words.refund,
      value: yuan(`-${amount}`),
      note: [
        time(at),
        sent_at === null ? words.refundOpen : `${words.refundSent} ${time(sent_at)}`,
        `${words.position} ${position}`,
        ...(reason === '' ? [] : [reason]),
      ].join(' · '),
    })),
    ...(refunds.length > 0 ? [{ name: words.kept, value: yuan(kept_amount), strong: true }] : []),
  ];
}

/** The method, and who collected it for that method. */
function paymentOf({ py_type, provider }: Receipt, { payments }: ReceiptWords): string {
  const name = payments[py_type] ?? py_type;
  return provider === 'stripe' && py_type !== 'strp' ? `${name} (Stripe)` : name;
}

/** A receipt in the words of a language, times in the business calendar. */
export function writtenReceipt(
  receipt: Receipt,
  language: keyof typeof receiptWords,
  calendar: BusinessCalendar,
): WrittenReceipt {
  const words = receiptWords[language];
  const time = (at: number): string => timeText(calendar, at);
  const zoned = (at: number): string => `${time(at)} (${calendar.timeZone})`;
  const { counted, payments: _names, ...texts } = words;
  const facts: [string, string][] = [
    [words.number, receipt.out_trade_no],
    [words.paidTogether, receipt.cart_order_no],
    [words.seller, receipt.seller.name],
    [words.buyer, receipt.buyer.name],
    [words.paidAt, zoned(receipt.paid_at)],
    [words.payment, paymentOf(receipt, words)],
    [words.charge, receipt.charge_id],
    [words.position, String(receipt.position)],
    [words.issued, zoned(receipt.issued_at)],
  ];
  return {
    words: texts,
    receipt,
    facts: facts.filter(([, value]) => value !== ''),
    rows: receipt.lines.map(({ name, count, unit, price, amount, parts }) => ({
      name: name === '' ? words.custom : name,
      price: price === null ? '' : yuan(price),
      count: counted(count, unit),
      amount: yuan(amount),
      parts: parts.map((part) => `${part.name} × ${part.count}`).join(', '),
    })),
    sums: sumsOf(receipt, words, time),
  };
}
