import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

const TEXT = '光影分三层：先画暗部，再画亮部，最后点高光。';
const TEASER = '这一期讲光影。';

/** A certified creator with a membership for 30.00 a month. */
async function openPage(creator: Visitor, url_slug: string) {
  const { user_id } = await newCreator(creator, '林间', url_slug);
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  const { plan_id } = await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  return { user_id, plan_id };
}

/** The text as readers see it; a field has it as its content, too. */
const shown = (page: Page, text: string) => page.getByRole('article').getByText(text);
const postIdOf = ({ page }: Visitor): string => new URL(page.url()).pathname.replace('/p/', '');

/** Writes a post for members from 30.00 on. @returns its id */
async function publishForMembers(creator: Visitor): Promise<string> {
  const { page, t } = creator;
  await goTo(page, '/dashboard/posts');
  await page.getByText(t('content-compose:list.none.published')).waitFor();
  await page
    .getByRole('link', { name: t('content-compose:title') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill(TEXT);
  await page.getByRole('combobox', { name: t('content-compose:who.label') }).click();
  await page.getByRole('option', { name: t('content-compose:who.price') }).click();
  await page.getByText(t('content-compose:who.choose')).waitFor();
  const publish = page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true });
  await publish.click();
  await page.getByText(t('content-compose:error.price')).waitFor();
  await page.getByLabel(t('content-compose:who.minPrice')).fill('30');
  await page.getByText(/¥30 及以上的会员可读 · 现在 0 人可读/).waitFor();
  await page.getByLabel(t('content-compose:field.preview')).fill(TEASER);
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-preview:title') }).click();
  const preview = page.getByRole('dialog', { name: t('content-preview:title') });
  await preview.getByText(TEASER).waitFor();
  await preview.getByText('¥30.00').waitFor();
  expect(await preview.getByText(TEXT).count()).toBe(0);
  await preview.getByRole('combobox', { name: t('content-preview:as') }).click();
  await page.getByRole('option', { name: t('content-preview:plan', { plan: '咖啡' }), exact: true }).click();
  await preview.getByText(TEXT).waitFor();
  await looksRight(creator);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'hidden' });
  await publish.click();
  await page.waitForURL('/p/*');
  await shown(page, TEXT).waitFor();
  await looksRight(creator);
  return postIdOf(creator);
}

test('a membership opens a post on the page that shows it, and a refund closes it', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await openPage(creator, 'posts1');
  const post_id = await publishForMembers(creator);

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, '/a/posts1');
  await guest.page.getByText(TEASER).waitFor();
  expect(await guest.page.content()).not.toContain(TEXT);
  await looksRight(guest);
  await guest.page.getByRole('article').getByRole('link').first().click();
  await guest.page.waitForURL(`/p/${post_id}`);
  await guest.page.getByText('This post is open to members from ¥30 a month').waitFor();
  await guest.page.getByText('¥30.00').waitFor();
  await looksRight(guest);
  await guest.page
    .getByRole('link', { name: guest.t('content:unlock.signIn'), exact: true })
    .first()
    .click();
  await guest.page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(guest.page.url()).searchParams.get('back')).toBe(`/p/${post_id}`);

  // The same person has the post open in one tab, and buys in another.
  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('小满'));
  const { page, t } = fan;
  await goTo(page, `/p/${post_id}`);
  await page.getByText('这条动态对 ¥30 及以上的会员开放').waitFor();
  const other = await fan.context.newPage();
  await other.goto(page.url());
  await other.getByText(TEASER).waitFor();
  await page.evaluate(() => {
    document.documentElement.dataset.kept = 'yes';
  });
  await other.evaluate(() => {
    document.documentElement.dataset.kept = 'yes';
  });
  await page.getByRole('link', { name: `${t('content:unlock.join')} 咖啡` }).click();
  const out_trade_no = await placeOrder(fan);
  await pay(fan);
  await shown(other, TEXT).waitFor();
  expect(await other.evaluate(() => document.documentElement.dataset.kept)).toBe('yes');
  await page.getByRole('link', { name: t('content:page.backTo') }).click();
  await shown(page, TEXT).waitFor();
  await page.getByText(/你是“咖啡”会员/).waitFor();
  await looksRight(fan);

  await goTo(creator.page, `/p/${post_id}`);
  await creator.page.getByText(creator.t('content:readers', { count: 1 })).waitFor();
  await call(creator, refundOrder, { out_trade_no, amount: '30.00' });
  await other.getByText('这条动态对 ¥30 及以上的会员开放').waitFor();
  expect(await other.getByText(TEXT).count()).toBe(0);
  expect(await other.evaluate(() => document.documentElement.dataset.kept)).toBe('yes');
});

test('a creator schedules, takes back, publishes, pins, hides and deletes; unsaved text stays on the device', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  await openPage(creator, 'posts2');
  const { page, t } = creator;
  const text = page.getByRole('textbox', { name: t('content-compose:field.content') });

  await goTo(page, '/compose');
  await text.fill('写到一半');
  // Kept after a pause.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('写到一半');
  await page.getByRole('link', { name: t('creator:nav.plans') }).click();
  await page.getByText(t('content-compose:leave.ask')).waitFor();
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-compose:leave.go') }).click();
  await page.waitForURL('/setting/plan');
  await goTo(page, '/compose');
  await expect.poll(() => text.inputValue()).toBe('写到一半');
  await page.getByRole('button', { name: t('content-compose:submit.discard') }).click();
  await expect.poll(() => text.inputValue()).toBe('');

  await goTo(page, '/edit/article');
  const title = page.getByRole('textbox', { name: t('content-compose:field.title') });
  await title.fill('第一篇文章');
  // Enter leads on to the text, and publishes nothing.
  await title.press('Enter');
  await text.and(page.locator(':focus')).waitFor();
  await text.fill('正文');
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('textbox', { name: t('content-compose:options.publish') }).fill('2001-01-01 00:00');
  const schedule = page.getByRole('button', { name: t('content-compose:submit.schedule') });
  await schedule.click();
  await page.getByText(t('content-compose:error.past')).waitFor();
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('textbox', { name: t('content-compose:options.publish') }).fill(`${nextMonth} 20:00`);
  await looksRight(creator);
  await schedule.click();
  await page.waitForURL('/p/*');
  const post_id = postIdOf(creator);
  await page.getByText(t('content:status.scheduledText')).waitFor();
  const guest = await stage.visitor({ language: 'en-US' });
  await goTo(guest.page, `/p/${post_id}`);
  await guest.page.getByText(guest.t('shell:notFound.title')).first().waitFor();

  await page.getByRole('link', { name: t('content:action.edit') }).click();
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('button', { name: t('content-compose:submit.draft') }).click();
  await page.getByText(t('content:status.draftText')).waitFor();
  await goTo(page, '/dashboard/posts?status=draft');
  await page.getByRole('link', { name: '第一篇文章' }).waitFor();
  await looksRight(creator);
  // The editor of posts leads to that of articles.
  await goTo(page, `/compose?post_id=${post_id}`);
  await page.waitForURL('/edit/article?*');
  await text.fill('正文，改过');
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
  await shown(page, '正文，改过').waitFor();

  await goTo(page, '/dashboard/posts');
  const row = page.getByRole('article', { name: '第一篇文章' });
  const menu = row.getByRole('button', { name: t('content:action.menuOf', { title: '第一篇文章' }) });
  const choose = async (action: 'top' | 'hide' | 'delete') => {
    await menu.click();
    await page.getByRole('menuitem', { name: t(`content:action.${action}`) }).click();
  };
  await choose('top');
  await page.getByText(t('content:action.topAsk')).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('content:action.top') })
    .click();
  await row.getByText(t('content:pinned')).waitFor();
  await goTo(guest.page, `/p/${post_id}`);
  await shown(guest.page, '正文，改过').waitFor();
  await choose('hide');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: t('content-compose:list.hidden') }).click();
  await row.waitFor();
  await choose('delete');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('content:action.delete') })
    .click();
  await row.waitFor({ state: 'detached' });
  await goTo(guest.page, `/p/${post_id}`);
  await guest.page.getByRole('heading', { name: guest.t('content:page.none') }).waitFor();
});

test('only certified creators write', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  await newCreator(creator, 'Ida', 'posts3');
  await goTo(creator.page, '/compose');
  await creator.page.getByText(creator.t('content-compose:unverifiedText')).waitFor();
  await looksRight(creator);
});
