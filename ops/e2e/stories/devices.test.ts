import { expect, test } from 'vitest';
import { somebody } from '#ops/actors/people.ts';
import { goTo } from '../going.ts';
import { signedUp, signIn } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each(['zh-CN', 'en-US'] as const)(
  'devices are listed under /setting/account, and signed out one by one or together (%s)',
  async (language) => {
    const here = await stage.visitor({ language });
    const there = await stage.visitor({ language, width: 390 });
    const person = somebody('林间');
    await signedUp(here, person);
    await signIn(there, person);
    const { page, t } = here;
    await page.goto('/setting/account');
    const section = page.getByRole('region', { name: t('accounts:setting.sessions'), exact: true });
    const devices = section.getByRole('listitem');
    await expect.poll(() => devices.count()).toBe(2);
    expect(await devices.first().textContent()).toContain(t('accounts:setting.thisDevice'));
    expect(await devices.first().textContent()).toContain('Chrome · ');
    await seen(here, `devices-${language}`);

    const signOut = (row: number) => devices.nth(row).getByRole('button').click();
    await signOut(1);
    await expect.poll(() => devices.count()).toBe(1);
    await there.page.goto('/setting/account');
    await there.page.waitForURL('**/login?**');

    for (let more = 0; more < 2; more += 1) await signIn(there, person);
    await page.reload();
    await expect.poll(() => devices.count()).toBe(3);
    const others = t('accounts:setting.signOutOthers');
    await section.getByRole('button', { name: others }).click();
    await page.getByRole('dialog').getByRole('button', { name: others }).click();
    await expect.poll(() => devices.count()).toBe(1);
    await there.page.goto('/setting/account');
    await there.page.waitForURL('**/login?**');

    await signOut(0);
    await page.waitForURL('/');
    await goTo(page, '/setting/account');
    await page.waitForURL('**/login?**');
  },
);
