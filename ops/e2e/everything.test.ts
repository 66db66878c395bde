import { expect, test } from 'vitest';
import { addReply, checkIn, refundOne, shipByTable } from './everything/creator-work.ts';
import { fillCart, orderOf, payCart } from './everything/fill-cart.ts';
import { openSampleShop, readyToBuy } from './everything/selling-everything.ts';
import { standOpen } from './everything/standing-open.ts';
import { goTo } from './going.ts';
import { showIn } from './in-language.ts';
import { seen } from './seen.ts';
import { settled } from './settled.ts';
import { onStage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { wordsOf } from './words.ts';

const stage = onStage({ database: 'shared' });

const PARCEL = '75312345678901';
const ACTIVATION = 'GARDEN-2026-0001';

test('a fan buys everything in one cart, and sees the creator’s actions', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { t, page } = fan;
  const fair = await openSampleShop(creator);
  await readyToBuy(fan);
  await fillCart(fan, fair);
  const cart_order_no = await payCart(fan, '¥283.00');

  const [scarf, concert, bundle] = [
    await orderOf(fan, fair.scarf),
    await orderOf(fan, fair.concert),
    await orderOf(fan, fair.bundle),
  ];
  const open = await standOpen(fan, {
    list: '/dashboard/order',
    paid: `/order/check?cart_order_no=${cart_order_no}`,
  });
  await open.show({ list: t('orders-after-payment:replyPending'), paid: t('delivery:waiting') });

  await goTo(page, `/dashboard/order/${scarf}`);
  await page.getByText(t('delivery:waiting')).waitFor();
  await seen(fan, '07-waiting');
  await shipByTable(creator, PARCEL);
  await seen(creator, '08-shipped-by-table');
  await page.getByText(PARCEL).first().waitFor();
  await open.show({ list: t('delivery:sent'), paid: t('delivery:sent') });
  await seen(fan, '09-on-its-way');

  await goTo(page, '/dashboard/ticket');
  await expect.poll(() => page.getByText(t('tickets:status.1')).count()).toBe(2);
  await seen(fan, '10-wallet');
  await checkIn(creator, concert);
  await expect.poll(() => page.getByText(t('tickets:status.2')).count()).toBe(2);
  await open.show({
    list: t('orders-after-payment:money.ticketsUsed', { count: 2 }),
    paid: t('tickets:status.2'),
  });
  await seen(fan, '11-both-inside');

  await goTo(page, `/dashboard/order/${concert}`);
  await page.getByText(t('orders-after-payment:story.admitted')).waitFor();
  await goTo(page, `/dashboard/order/${scarf}`);
  await page.getByText(PARCEL).first().waitFor();
  await refundOne(creator, scarf, 'Clay');
  await page.getByText(t('orders-after-payment:story.refunded', { amount: '¥45.00' })).waitFor();
  await page.getByText(t('orders-after-payment:story.refund_sent')).waitFor();
  await open.show({ list: t('orders:refunded', { amount: '¥45.00' }), paid: '−¥45.00' });
  await seen(fan, '12-refunded');

  await goTo(page, `/dashboard/order/${bundle}`);
  await page.getByText(t('cart:got.replyPending')).waitFor();
  await addReply(creator, fair.bundle.plan_id, ACTIVATION);
  await page.getByText(ACTIVATION).waitFor();
  await open.show({ list: fair.bundle.name, paid: ACTIVATION });
  await seen(fan, '13-reply-has-come');
  await open.close();
  await readInTheOtherLanguage(fan, creator, { scarf, concert, bundle, cart_order_no });
}, 300_000);

/** The same pages in English, and the creator's in Chinese: nothing is loaded again, no content is lost. */
async function readInTheOtherLanguage(
  fan: Visitor,
  creator: Visitor,
  named: Record<'scarf' | 'concert' | 'bundle' | 'cart_order_no', string>,
): Promise<void> {
  const english = wordsOf('en-US');
  await showIn(fan.page, 'en-US');
  await fan.page.getByText(english('cart:got.reply')).first().waitFor();
  await fan.page.getByText(ACTIVATION).waitFor();
  await seen(fan, '14-reply-en');
  await goTo(fan.page, `/dashboard/order/${named.scarf}`);
  await fan.page.getByText(english('orders-after-payment:story.refunded', { amount: '¥45.00' })).waitFor();
  await seen(fan, '15-refunded-en');
  await goTo(fan.page, '/dashboard/ticket');
  await expect.poll(() => fan.page.getByText(english('tickets:status.2')).count()).toBe(2);
  await seen(fan, '16-wallet-en');
  for (const [name, path] of [
    ['17-cart-en', '/cart'],
    ['18-orders-en', '/dashboard/order'],
    ['19-order-of-tickets-en', `/dashboard/order/${named.concert}`],
    ['20-paid-en', `/order/check?cart_order_no=${named.cart_order_no}`],
  ] as const) {
    await goTo(fan.page, path);
    await settled(fan.page);
    await seen(fan, name);
  }
  const chinese = wordsOf('zh-CN');
  await goTo(creator.page, `/dashboard/sponsored-bill?order=${named.scarf}`);
  await showIn(creator.page, 'zh-CN');
  await creator.page.getByRole('dialog').getByText(chinese('delivery-shipping:part.title')).first().waitFor();
  await settled(creator.page);
  await seen(creator, '21-received-zh');
}
