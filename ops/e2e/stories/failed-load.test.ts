import { expect, test } from 'vitest';
import { somebody } from '#ops/actors/people.ts';
import { signedUp } from '../people.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** The key of a text in the program. */
const KEY = /\b(tickets|shell|account):|(title|nav)\.[a-z]+/;

test.each(['zh-CN', 'en-US'] as const)(
  'a page whose program could not be loaded is complete after another try (%s)',
  async (language) => {
    const fan = await stage.visitor({ language });
    const { page, t } = fan;
    await signedUp(fan, somebody('Noor'));
    await page.goto('/');
    await settled(page);
    await page.route('**/assets/**', (route) => route.abort());
    await page.evaluate(() => history.pushState({}, '', '/dashboard/ticket'));
    const again = page.getByRole('button', { name: t('shell:state.again') });
    await again.waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(KEY);
    await page.unroute('**/assets/**');
    await again.click();
    await page.getByRole('heading', { name: t('tickets:title'), exact: true }).waitFor();
    await settled(page);
    expect(await page.locator('body').textContent()).not.toMatch(KEY);
    // The refused files are the subject of this step.
    fan.troubles.splice(0);
  },
);

test('an address that does not decode is a page that does not exist', async () => {
  const guest = await stage.visitor({ language: 'en-US' });
  const { page, t } = guest;
  const answer = await page.goto('/item/%E0%A4%A');
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: t('shell:notFound.title') }).waitFor();
  // The answer's status is the subject of this test.
  guest.troubles.splice(0);
});
