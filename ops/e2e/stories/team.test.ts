import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, putOnSale, somebody } from '#ops/actors/people.ts';
import { editTeamMember, leaveTeam } from '#services/contract/accounts/team.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });

test('a member works in the studio of the creator, with the given rights only', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const member = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'en-US' });
  await newCreator(creator, '林间', 'team1');
  const plan = await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  await signedUp(fan, somebody('Noor'));
  await bought(fan, { plan_id: plan.plan_id, product_type: 0, month: 1 });
  const ann = somebody('Ann');
  const { user_id } = await signedUp(member, ann);

  await goTo(creator.page, '/setting/team');
  const { t: zh } = creator;
  await creator.page.getByLabel(zh('door:team.account')).fill(ann.account);
  await creator.page.getByLabel(zh('door:team.name')).fill('Ann');
  await creator.page.getByRole('button', { name: zh('door:team.add') }).click();
  const rights = creator.page.getByRole('group', { name: zh('door:team.rightsOf', { name: 'Ann' }) });
  await rights.getByLabel(zh('door:team.right.tickets')).click();
  await creator.page.getByText(zh('door:team.rightsSaved')).waitFor();

  const { page, t } = member;
  await goTo(page, '/');
  await page.getByRole('button', { name: t('shell:nav.menuOf', { name: 'Ann' }) }).click();
  await page.getByRole('menuitem', { name: t('shell:nav.studioOf', { name: '林间' }) }).click();
  await page.waitForURL('**/dashboard/sponsored-bill');
  await page.getByText('Noor').first().waitFor();
  const nav = page.getByRole('navigation', { name: t('creator:nav.label') });
  await expect.poll(() => nav.getByRole('link').allTextContents()).toEqual([t('creator:nav.bill')]);
  await page.goto('/withdraw');
  await page.getByText(t('door:acting.noneText')).waitFor();

  await call(creator, editTeamMember, { user_id, rights: ['stats'] });
  await page.goto('/dashboard/sponsored-bill');
  await page.getByText(t('door:acting.none')).waitFor();
  const found = await walk(member, [
    { name: 'studio-of-team', path: '/dashboard/analytics' },
    { name: 'studio-of-team-none', path: '/withdraw' },
  ]);
  const own = await walk(creator, [{ name: 'team-of-one', path: '/setting/team' }]);
  expect([...found, ...own]).toEqual([]);

  await goTo(page, '/dashboard/analytics');
  const leave = /^(Leave team|退出团队)$/;
  await page.getByRole('button', { name: leave }).click();
  await page.getByRole('dialog').getByRole('button', { name: leave }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(call(member, leaveTeam, { creator_id: plan.user_id })).rejects.toThrow();
});
