import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { withCamera } from '../camera.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';
import { wordsOf } from '../words.ts';

const stage = onStage({ database: 'shared' });

test('on a phone, the tab of one’s own has numbers and all that the avatar menu has', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { user_id } = await newCreator(creator, '山海', 'mepage1');
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  const camera = await withCamera(fan);
  await signedUp(fan, somebody('小雨'));
  await call(fan, markCreator, { user_id });
  const { page, t } = fan;
  await goTo(page, '/feed');
  await page
    .getByRole('navigation', { name: t('shell:nav.tabs') })
    .getByText(t('shell:nav.me'))
    .click();
  await page.waitForURL('/me');
  const numbers = page.getByRole('region', { name: t('accounts:me.numbers') });
  await expect
    .poll(() => numbers.getByRole('link').allInnerTexts())
    .toEqual([
      `1\n${t('accounts:me.following')}`,
      `0\n${t('accounts:me.sponsoring')}`,
      `0\n${t('accounts:me.orders')}`,
    ]);
  await looksRight(fan);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: t('accounts:me.shareSite') }).click();
  const share = page.getByRole('dialog', { name: t('relations-share:title') });
  await share.getByText(t('relations-share:to.link')).waitFor();
  await page.keyboard.press('Escape');
  await share.waitFor({ state: 'detached' });
  await main.getByRole('button', { name: t('accounts:me.scan') }).click();
  const scan = page.getByRole('dialog', { name: t('accounts:me.scan') });
  await scan.getByText(t('media-camera:aim')).waitFor();
  await camera.holdCode('6B1F-0C0A-1B27');
  await scan.getByText(t('accounts:me.scanNothing')).waitFor();
  await seen(fan, 'scan');
  await camera.holdCode('https://elsewhere.example/x');
  await page.waitForURL('/link?url=*');
  await camera.away();
  await goTo(page, '/me');
  await main.getByRole('button', { name: t('accounts:me.scan') }).click();
  await scan.getByText(t('media-camera:aim')).waitFor();
  await camera.holdCode('7K3Q-M0XZ-9T2B-V4HN');
  await page.waitForURL('/redeem#*');
  await expect.poll(() => page.getByLabel(t('redeem:fan.code')).inputValue()).toBe('7K3Q-M0XZ-9T2B-V4HN');
  await camera.away();
  await goTo(page, '/me');
  await main.getByRole('button', { name: t('accounts:me.scan') }).click();
  await scan.getByText(t('media-camera:aim')).waitFor();
  await camera.holdCode(new URL('/a/mepage1', page.url()).href);
  await page.waitForURL('/a/mepage1');
  await goTo(page, '/me');
  await page.getByRole('main').getByRole('button', { name: 'EN: switch to English' }).click();
  const english = wordsOf('en-US');
  await page
    .getByRole('link', { name: english('shell:nav.apply') })
    .last()
    .waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: english('shell:nav.signOut') })
    .click();
  await page.waitForURL('/');

  await goTo(creator.page, '/me');
  const studio = creator.page.getByRole('main');
  await studio.getByRole('link', { name: creator.t('shell:nav.developer') }).waitFor();
  await studio.getByRole('link', { name: creator.t('shell:nav.myPage') }).waitFor();
  await looksRight(creator);
});
