import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const TITLE = '明信片背后的故事';
const TEXT = '第一张画在雨后的山路上，颜料还没有干。';
const shown = (page: Page) => page.getByRole('article').getByText(TEXT);

test('a model opens a post: linked in the editor, read after payment, closed by a refund', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '林间', 'linkedpost');
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  const sku = { name: '秋天', price: '12.00', stock: 5 };
  const { plan_id } = await putOnSale(creator, goodsForm('明信片', sku));
  const { post } = await call(creator, publishPost, {
    content: TEXT,
    title: TITLE,
    type: 1,
    audience: 'self',
  });

  const { page: editor, t: ct } = creator;
  await goTo(editor, `/edit/shop?plan_id=${plan_id}`);
  await editor.getByRole('button', { name: ct('catalog-selling:sku.more') }).click();
  await editor.getByRole('button', { name: ct('catalog-editor:links.add') }).click();
  await editor.getByRole('dialog').getByRole('button', { name: TITLE }).click();
  await editor.getByRole('link', { name: TITLE }).waitFor();
  await looksRight(creator);

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('小满'));
  const { page, t } = fan;
  await goTo(page, `/p/${post.post_id}`);
  await page
    .getByText(t('content:unlock.title'))
    .or(page.getByText(/指定商品的买家/))
    .first()
    .waitFor();
  expect(await page.content()).not.toContain(TEXT);
  await page.getByRole('link', { name: new RegExp(`^${t('content:unlock.buy')}`) }).click();
  await page.waitForURL(`/item/${plan_id}*`);
  await page.getByText(new RegExp(TITLE)).first().waitFor();
  await looksRight(fan);
  await page.getByRole('link', { name: t('orders-buying:item.buy') }).click();
  await page.getByText(t('content-opened:willOpen', { count: 1 })).waitFor();
  const out_trade_no = await placeOrder(fan);
  await pay(fan);
  const result = page.getByRole('region', { name: t('content-opened:title') });
  await result.getByRole('link', { name: TITLE }).waitFor();
  await looksRight(fan);
  await result.getByRole('link', { name: TITLE }).click();
  await page.waitForURL(`/p/${post.post_id}`);
  await shown(page).waitFor();

  await goTo(page, '/dashboard/purchased');
  await page.getByRole('link', { name: TITLE }).waitFor();
  await looksRight(fan);
  await page.getByRole('link', { name: TITLE }).click();
  await shown(page).waitFor();

  await call(creator, refundOrder, { out_trade_no });
  await page
    .getByText(/指定商品的买家/)
    .first()
    .waitFor();
  expect(await page.getByText(TEXT).count()).toBe(0);
});
