import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { listDrafts } from '#services/contract/content/drafts.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

/** A certified creator with a membership for 30.00 a month. */
async function openPage(creator: Visitor, url_slug: string): Promise<void> {
  await newCreator(creator, '林间', url_slug);
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
}

const textOf = ({ page, t }: Visitor) =>
  page.getByRole('textbox', { name: t('content-compose:field.content'), exact: true });

/** A paragraph as readers see it. */
const shown = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });

/** The Enter that ends a composition: during it, and in Safari after it, with the code 229. */
const pressComposingEnter = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const state of [{ isComposing: true }, { keyCode: 229 }])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...state }),
      );
  });

test('an article shows its beginning to everybody and the rest to members', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await openPage(creator, 'articles1');
  const { page, t } = creator;
  await goTo(page, '/dashboard/posts');
  await page
    .getByRole('link', { name: t('content-compose:writeArticle') })
    .first()
    .click();
  await page.waitForURL('/edit/article');
  const title = page.getByRole('textbox', { name: t('content-compose:field.title') });
  await title.fill('夜里的海');
  await title.press('Enter');
  await page.keyboard.type('先看海面。');
  await page.keyboard.press('Enter');
  // The menu of `/`: the Enter of an input method chooses nothing.
  await page.keyboard.type('/');
  const menu = page.getByRole('listbox', { name: t('content-article:insert.title') });
  await menu.waitFor();
  await looksRight(creator);
  await pressComposingEnter(page);
  expect(await textOf(creator).textContent()).toBe('先看海面。/');
  await page.keyboard.type('ff');
  await menu.getByRole('option', { name: t('content-article:insert.paywall') }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(t('content-article:paywall.line')).waitFor();
  await page.keyboard.type('再画水下的光。');
  await page.getByText(/草稿已保存/).waitFor();
  expect(new URL(page.url()).searchParams.get('draft_id')).not.toBeNull();
  await looksRight(creator);

  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('combobox', { name: t('content-compose:who.label') }).click();
  await page.getByRole('option', { name: t('content-compose:who.members') }).click();
  await looksRight(creator);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('content-preview:title') }).click();
  const preview = page.getByRole('dialog', { name: t('content-preview:title') });
  await preview.getByText(t('content-preview:locked')).waitFor();
  expect(await preview.getByText('再画水下的光。').count()).toBe(0);
  await preview.getByRole('combobox', { name: t('content-preview:as') }).click();
  await page.getByRole('option', { name: t('content-preview:plan', { plan: '咖啡' }), exact: true }).click();
  await preview.getByText('再画水下的光。').waitFor();
  await looksRight(creator);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
  await page.waitForURL('/p/*');
  await shown(page, '再画水下的光。').waitFor();
  expect((await call(creator, listDrafts, {})).list).toEqual([]);
  const address = new URL(page.url()).pathname;

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, address);
  await shown(guest.page, '先看海面。').waitFor();
  await guest.page.getByText('This post is open to members').waitFor();
  expect(await guest.page.content()).not.toContain('再画水下的光');
  await looksRight(guest);

  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('小满'));
  await goTo(fan.page, address);
  await fan.page.getByRole('link', { name: `${fan.t('content:unlock.join')} 咖啡` }).click();
  await placeOrder(fan);
  await pay(fan);
  await fan.page.getByRole('link', { name: fan.t('content:page.backTo') }).click();
  await shown(fan.page, '再画水下的光。').waitFor();
  await looksRight(fan);
});

test('two windows with one draft: both texts are shown, and one is chosen', async () => {
  const creator = await stage.visitor({ language: 'en-US', width: 390 });
  await openPage(creator, 'articles2');
  const { page, t } = creator;
  const saved = /Draft saved/;
  await goTo(page, '/edit/article');
  await textOf(creator).fill('first text');
  await page.getByText(saved).waitFor();
  const other = await creator.context.newPage();
  await other.goto(page.url());
  const otherText = other.getByRole('textbox', { name: t('content-compose:field.content'), exact: true });
  await otherText.getByText('first text').waitFor();
  await otherText.fill('text of the other window');
  await other.getByText(saved).waitFor();
  await textOf(creator).fill('text of this window');
  const conflict = page.getByRole('region', { name: t('content-article:conflict.title') });
  await conflict.waitFor();
  await conflict.getByText('text of the other window').waitFor();
  await conflict.getByText('text of this window').waitFor();
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-article:conflict.keep') }).click();
  await textOf(creator).getByText('text of this window').waitFor();
  await page.getByText(saved).waitFor();

  await otherText.fill('once more');
  await other.getByRole('button', { name: t('content-article:conflict.take') }).click();
  await otherText.getByText('text of this window').waitFor();
  await other.close();
});
