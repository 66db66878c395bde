import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const TEXT = '先画暗部，再画亮部。';

test('fan and creator see why a post is open or closed; changed terms name who loses access', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '云上', 'access1');
  await call(creator, submitCertification, { url: 'https://example.com/yunshang' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  const post = { content: TEXT, audience: 'price', min_price: '20.00' } as const;
  const { post_id } = (await call(creator, publishPost, post)).post;

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('小满'));
  const { page, t } = fan;
  await goTo(page, `/p/${post_id}`);
  await page.getByRole('link', { name: `${t('content:unlock.join')} 咖啡` }).click();
  const out_trade_no = await placeOrder(fan);
  // The order waits for its payment: the post's page says it.
  const waiting = await fan.context.newPage();
  await waiting.goto(new URL(`/p/${post_id}`, page.url()).href);
  await waiting.getByText(t('content:unlock.pending')).waitFor();
  await pay(fan);
  await waiting.getByText(TEXT).waitFor();
  await waiting.close();
  await goTo(page, `/p/${post_id}`);
  await page.getByRole('button', { name: t('content:access.why') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('content-access:open.now')).waitFor();
  await dialog.getByText(t('content-access:verdict.opens')).waitFor();
  await dialog.getByRole('link', { name: out_trade_no }).waitFor();
  await looksRight(fan);

  const desk = creator.page;
  await goTo(desk, '/dashboard/posts');
  await desk.getByText(t('content:readers', { count: 1 })).waitFor();
  await desk.getByRole('button', { name: '1 笔订单带来 ¥30.00' }).click();
  await desk.getByRole('dialog').getByRole('link', { name: out_trade_no }).waitFor();
  await looksRight(creator);
  await desk.keyboard.press('Escape');
  await goTo(desk, `/compose?post_id=${post_id}`);
  await desk.getByLabel(t('content-compose:who.minPrice')).fill('50');
  await desk.getByText(t('content-compose:change.losing', { count: 1 })).waitFor();
  await desk.getByText(t('content-compose:change.losers', { names: '小满' })).waitFor();
  await looksRight(creator);
  await desk.getByLabel(t('content-compose:who.minPrice')).fill('20');

  await call(creator, refundOrder, { out_trade_no, amount: '30.00' });
  await page.keyboard.press('Escape');
  const closed = page.getByText(/^已于 .+ 退款$/);
  await closed.first().waitFor();
  expect(await page.getByText(TEXT).count()).toBe(0);
  await looksRight(fan);

  await goTo(desk, `/p/${post_id}`);
  await desk.getByRole('button', { name: t('content:access.who') }).click();
  const asking = desk.getByRole('dialog');
  await asking.getByText(t('content-access:choose')).waitFor();
  await asking.getByRole('combobox', { name: t('content-access:person') }).fill('小');
  await desk.getByRole('option', { name: '小满' }).click();
  await asking.getByText(t('content-access:closed.now')).waitFor();
  await asking.getByText(/^已于 .+ 退款$/).waitFor();
  await looksRight(creator);
  await desk.keyboard.press('Escape');
  await desk.getByRole('link', { name: t('content:access.proof') }).click();
  await desk.getByText(t('proof:post.title')).waitFor();
  await looksRight(creator);
});

test('a plan promises posts a month, and its page says so', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '山间', 'access2');
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  const { page, t } = creator;
  await goTo(page, '/setting/plan');
  await page.getByLabel(t('content-promises:own.field', { name: '咖啡' })).fill('4');
  await page.getByText(t('content-promises:own.saved')).waitFor();
  await looksRight(creator);
  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, '/a/access2/plan');
  await guest.page.getByText(guest.t('content-promises:each', { count: 4 })).waitFor();
  await looksRight(guest);
});
