import { expect, test } from 'vitest';
import { signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('an admin finds a creator, and puts them on a list and off again ($language)', async (look) => {
  const creator = await stage.visitor(look);
  const name = `溪边书房 ${look.width}`;
  await newCreator(creator, name, `listed${look.width}`);
  const admin = await stage.visitor(look);
  await signInAs(admin, 'admin');
  const { page, t } = admin;

  await goTo(page, '/admin/creator-list');
  await page.getByLabel(t('staff-lists:reason.label')).fill('ticket 4711');
  await page.getByRole('button', { name: t('staff-lists:reason.show') }).click();
  const list = page.getByRole('main');
  await list.getByText('林间').first().waitFor();
  const words = page.getByRole('searchbox', { name: t('staff-lists:search.label') });
  await words.fill('溪边书房');
  await words.press('Enter');
  const found = list.getByRole('link', { name, exact: true });
  await found.waitFor();
  await looksRight(admin);
  // Certified ones only: this creator is none.
  const certified = page.getByRole('combobox', { name: t('staff-lists:filter.verified') });
  await certified.click();
  await page.getByRole('option', { name: t('staff-lists:verified'), exact: true }).click();
  await page.getByText(t('staff-lists:creators.none')).waitFor();
  await looksRight(admin);
  await certified.click();
  await page.getByRole('option', { name: t('staff-lists:filter.notVerified'), exact: true }).click();
  await found.click();

  const right = t('staff:users.right.hide_withdraw');
  const change = async (button: string, yes: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('staff:reason.label')).fill('paid by contract');
    await looksRight(admin);
    await dialog.getByRole('button', { name: yes, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const seesWithdrawals = async () => {
    await creator.page.reload();
    await creator.page.getByRole('heading', { level: 1, name: t('withdrawals:title') }).waitFor();
  };
  const hidden = creator.page.getByText(t('withdrawals:hidden.title'));
  await goTo(creator.page, '/withdraw');
  await seesWithdrawals();
  expect(await hidden.count()).toBe(0);

  await change(t('staff:users.giveOf', { name: right }), t('staff:users.give'));
  await page.getByText(t('staff:users.isGiven')).waitFor();
  await seesWithdrawals();
  await hidden.waitFor();
  await looksRight(creator);

  await change(t('staff:users.takeOf', { name: right }), t('staff:users.take'));
  await expect.poll(() => page.getByText(t('staff:users.isGiven')).count()).toBe(0);
  await seesWithdrawals();
  await expect.poll(() => hidden.count()).toBe(0);
});
