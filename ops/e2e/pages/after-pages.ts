import { call } from '#ops/actors/client.ts';
import { listPurchases } from '#services/contract/orders/purchases.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** A fan's pages after payment: purchases and their content, memberships, spending, a receipt. */
export async function afterPages(visitor: Visitor, paid: string): Promise<Page[]> {
  const { list } = await call(visitor, listPurchases);
  const content = list.slice(0, 1).map(({ sku }) => ({
    name: 'purchased-content',
    path: `/purchase/sku/${sku.sku_id}`,
  }));
  return [
    { name: 'purchased', path: '/dashboard/purchased' },
    ...content,
    { name: 'purchased-none', path: '/purchase/sku/nothing' },
    { name: 'sponsoring', path: '/dashboard/sponsoring' },
    { name: 'agreements', path: '/dashboard/agreements' },
    { name: 'my-bill', path: '/my/bill' },
    { name: 'notice', path: '/notice' },
    { name: 'notice-comment', path: '/notice/comment' },
    { name: 'notice-like', path: '/notice/like' },
    { name: 'security-settings', path: '/setting/security' },
    { name: 'notification-settings', path: '/setting/notification' },
    { name: 'receipt', path: `/order/receipt?out_trade_no=${paid}` },
    { name: 'receipt-none', path: '/order/receipt?out_trade_no=2999' },
    { name: 'proof-order', path: `/proof?out_trade_no=${paid}` },
    { name: 'proof-none', path: '/proof?out_trade_no=2999' },
  ];
}
