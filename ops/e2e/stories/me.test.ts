import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import { wordsOf } from '../words.ts';

const stage = onStage({ database: 'shared' });

test('on a phone, the tab of one’s own has numbers and all that the avatar menu has', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { user_id } = await newCreator(creator, '山海', 'mepage1');
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
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
