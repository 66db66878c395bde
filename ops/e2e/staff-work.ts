import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { demoAccount } from '#ops/demo/accounts.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { demoVisitor } from './demo-people.ts';
import { goTo } from './going.ts';
import { signedUp } from './people.ts';
import { seen } from './seen.ts';
import type { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

/**
 * An admin grants and revokes the role support, each with a reason; another window and finance's list show both at
 * once. The own role is not offered.
 */
export async function changeRoles(stage: Stage): Promise<void> {
  const [admin, other] = [await demoVisitor(stage, 'admin'), await demoVisitor(stage, 'admin')];
  const [mei, desk] = [await stage.visitor({ language: 'en-US' }), await demoVisitor(stage, 'finance')];
  const person = somebody('Mei');
  await signedUp(mei, person);
  await goTo(mei.page, '/support');
  await mei.page.getByText(mei.t('support:notYours.title')).waitFor();
  await goTo(other.page, '/admin/staff');
  await goTo(desk.page, '/finance/audit?area=roles');

  const { page, t } = admin;
  await goTo(page, '/admin/staff');
  const roleOf = (at: Page, name: string) =>
    at
      .getByRole('table', { name: t('staff:members.title') })
      .getByRole('row')
      .filter({ hasText: name });
  const own = roleOf(page, '管理员').filter({ hasText: t('staff:members.you') });
  await own.getByText(t('staff:members.own')).waitFor();
  await page.getByRole('button', { name: t('staff:grant.open') }).click();
  const giving = page.getByRole('dialog', { name: t('staff:grant.title') });
  await giving.getByRole('button', { name: t('staff:grant.yes') }).click();
  await giving.getByText(t('staff:reason.needed')).first().waitFor();
  await giving.getByLabel(t('staff:grant.account')).fill('nobody@story.example');
  await giving.getByLabel(t('staff:reason.label')).fill('call 13800138000');
  await giving.getByRole('button', { name: t('staff:grant.yes') }).click();
  await giving.getByText(t('staff:grant.unknown')).waitFor();
  await giving.getByLabel(t('staff:grant.account')).fill(person.account);
  await giving.getByRole('button', { name: t('staff:grant.yes') }).click();
  await giving.getByText('this text is stored permanently').waitFor();
  await seen(admin, 'admin-grant');
  await giving.getByLabel(t('staff:reason.label')).fill('covers the holidays');
  await giving.getByRole('button', { name: t('staff:grant.yes') }).click();
  await giving.waitFor({ state: 'hidden' });

  for (const at of [page, other.page]) {
    await roleOf(at, 'Mei').getByText('covers the holidays').waitFor();
  }
  await desk.page.getByText('covers the holidays').waitFor();
  await mei.page.reload();
  await mei.page.getByLabel(mei.t('support:reason')).waitFor();

  const revoke = t('staff:revoke.of', { role: t('staff:role.support'), name: 'Mei' });
  await page.getByRole('button', { name: revoke }).click();
  const taking = page.getByRole('dialog', { name: t('staff:revoke.title') });
  await taking.getByRole('button', { name: t('staff:revoke.open') }).click();
  await taking.getByText(t('staff:reason.needed')).waitFor();
  await seen(admin, 'admin-revoke');
  await taking.getByLabel(t('staff:reason.label')).fill('back again');
  await taking.getByRole('button', { name: t('staff:revoke.open') }).click();
  await roleOf(other.page, 'Mei').waitFor({ state: 'detached' });
  await desk.page.getByText('back again').waitFor();
  await seen(admin, 'admin-history');
  await seen(desk, 'finance-audit-acts');
  expect(await call(mei, getMyProfile)).toMatchObject({ roles: [] });
}

/** On the page of the creators, an admin stops recommending one, who is then listed no longer. */
async function stopRecommending(admin: Visitor): Promise<void> {
  const { page, t } = admin;
  const creator = demoAccount('creator').account;
  const listed = async () => (await call(admin, exploreCreators, { rec: 1 })).total_count;
  const before = await listed();
  await page.getByRole('button', { name: t('staff:recommend.open') }).click();
  const form = page.getByRole('dialog', { name: t('staff:recommend.title') });
  const save = form.getByRole('button', { name: t('staff:recommend.save') });
  await save.click();
  await form.getByText(t('staff:reason.needed')).first().waitFor();
  await form.getByLabel(t('staff:grant.account')).fill('nobody@story.example');
  await form.getByLabel(t('staff:reason.label')).fill('copied works');
  await save.click();
  await form.getByText(t('staff:grant.unknown')).waitFor();
  await seen(admin, 'admin-recommend');
  await form.getByLabel(t('staff:grant.account')).fill(creator);
  await save.click();
  await form.waitFor({ state: 'hidden' });
  expect(await listed()).toBe(before - 1);
}

/**
 * An admin looks at what a creator showed, with a reason, and refuses it with another; stops recommending a third one.
 * The history has the reasons.
 */
export async function refuseCertification(stage: Stage): Promise<void> {
  const admin = await demoVisitor(stage, 'admin');
  const { page, t } = admin;
  await goTo(page, '/admin/creators');
  await page.getByRole('button', { name: /^Review the application/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(t('staff:certify.see.why')).fill('review');
  await drawer.getByRole('button', { name: t('staff:certify.see.show') }).click();
  await drawer.getByRole('link', { name: /^https:\/\/example\.com\// }).waitFor();
  await drawer.getByRole('button', { name: t('staff:verdict.reject') }).click();
  await drawer.getByRole('button', { name: t('staff:verdict.reject') }).click();
  await drawer.getByText(t('staff:reason.needed')).waitFor();
  await seen(admin, 'admin-refuse');
  await drawer.getByLabel(t('staff:reason.label')).fill('the page shows another name');
  await drawer.getByRole('button', { name: t('staff:verdict.reject') }).click();
  await page.getByText(t('staff:certify.none')).waitFor();
  await seen(admin, 'admin-creators-none');
  await stopRecommending(admin);
  await goTo(page, '/admin/staff');
  await page.getByText('the page shows another name').waitFor();
  await page.getByText('copied works').waitFor();
}
