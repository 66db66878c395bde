import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { revokeOtherSessions } from '#services/contract/accounts/sessions.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { goTo } from '../going.ts';
import { signedUp, signIn } from '../people.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a session that ends while a plan is written: sign-in without a question, and the plan is still there', async () => {
  const here = await stage.visitor({ language: 'zh-CN' });
  const there = await stage.visitor({ language: 'zh-CN' });
  const person = somebody('断线小店');
  await signedUp(here, person);
  await call(here, editCreator, { name: person.name, url_slug: 'endedshop' });
  const { page, t } = here;
  await goTo(page, '/edit/shop?product_type=0');
  const name = page.getByRole('textbox', { name: t('catalog-editor:editor.name') });
  await name.fill('一杯咖啡');
  await page.getByLabel(t('catalog-editor:editor.priceMonth')).fill('5.50');
  // Afterwards nothing is asked but what the button sends.
  await page.getByText('¥5.50').first().waitFor();

  await signIn(there, person);
  await call(there, revokeOtherSessions);
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.waitForURL('/login?*');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel(t('accounts:field.account')).fill(person.account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL('/edit/shop?*');
  await settled(page);
  expect(await name.inputValue()).toBe('一杯咖啡');

  // It is not saved: leaving asks.
  await page.getByRole('button', { name: t('shell:action.cancel') }).click();
  await page.getByRole('dialog', { name: t('catalog-editor:editor.leaveAsk') }).waitFor();
  await page.getByRole('button', { name: t('catalog-editor:editor.stay') }).click();
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.waitForURL('/setting/plan');
  await page.getByText('¥5.50').first().waitFor();

  // Once.
  await page.getByRole('link', { name: t('catalog-editor:plans.add') }).click();
  await page.waitForURL('/edit/shop?*');
  expect(await name.inputValue()).toBe('');
});
