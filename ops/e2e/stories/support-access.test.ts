import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { pay, placeOrder } from '../buying.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

const TEXT = '先画暗部，再画亮部。';

test('support sees why a post is open or closed to a fan, with the orders; each look is recorded', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '溪边', 'access3');
  await call(creator, submitCertification, { url: 'https://example.com/xibian' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  const post = { content: TEXT, audience: 'members' } as const;
  const { post_id } = (await call(creator, publishPost, post)).post;
  const fan = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('小雨');
  const { user_id } = await signedUp(fan, person);
  await goTo(fan.page, '/a/access3/plan');
  await fan.page.getByRole('link', { name: `${fan.t('catalog-creators:plan.sponsor')} 咖啡` }).click();
  const out_trade_no = await placeOrder(fan);
  await pay(fan);
  // The post is open, so support does not look before the worker has read the order.
  await goTo(fan.page, `/p/${post_id}`);
  await fan.page.getByText(TEXT).waitFor();

  const support = await demoVisitor(stage, 'support');
  const { page, t } = support;
  await goTo(page, '/support');
  await page.getByLabel(t('support:whom')).fill(person.account);
  await page.getByLabel(t('support:reason')).fill('ticket 4711');
  await page.getByRole('button', { name: t('support:look'), exact: true }).click();
  const field = page.getByLabel(t('support:access.post'));
  await field.fill(`https://fanwatt.example/p/${post_id}`);
  await page.getByRole('button', { name: t('support:access.look') }).click();
  await page.getByText(t('content-access:open.now')).waitFor();
  await page.getByText(t('content-access:verdict.opens')).waitFor();
  expect(await page.getByText(TEXT).count()).toBe(0);
  await looksRight(support);
  // The order opens on this page: the fan's own page is closed to support.
  await page.getByRole('link', { name: out_trade_no }).click();
  await page.getByRole('heading', { name: t('support:story') }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/support');
  await page.getByText(t('content-access:open.now')).waitFor();

  await call(creator, refundOrder, { out_trade_no, amount: '30.00' });
  // A page for staff is not live: it shows what the worker had read when it was loaded.
  const isClosed = async () => {
    await page.reload();
    await settled(page);
    return page.getByText(t('content-access:closed.now')).isVisible();
  };
  await expect.poll(isClosed).toBe(true);
  await page.getByText(/^Refunded on /).waitFor();
  await looksRight(support);
  const looks = await stage
    .database()
    .query<{ reason: string }>(
      "SELECT DISTINCT reason FROM accounts.staff_reads WHERE ref = 'access-of:' || $1",
      [user_id],
    );
  expect(looks.rows).toEqual([{ reason: 'ticket 4711' }]);
});
