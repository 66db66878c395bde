import { expect, test } from 'vitest';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { countVisit } from '#services/contract/stats/visits.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import { usedUp, type Visitor, type VisitorOptions } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

/** Somebody who looks at pages: without a screen, Chromium names itself as robots do. */
async function person(look: VisitorOptions): Promise<Visitor> {
  const visitor = await stage.visitor(look);
  usedUp(visitor);
  const session = await visitor.context.newCDPSession(visitor.page);
  const userAgent = await visitor.page.evaluate(() => navigator.userAgent);
  await session.send('Network.setUserAgentOverride', { userAgent: userAgent.replace('Headless', '') });
  return visitor;
}

/** Opens a page of a creator. The server has answered its visit. */
async function visit({ page }: Visitor, path: string): Promise<void> {
  const answered = page.waitForResponse(`**${countVisit.path}`);
  await goTo(page, path);
  expect((await answered).status()).toBe(200);
}

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('a creator sees visits, but not those of a fan who objects ($language)', async (look) => {
  const creator = await stage.visitor(look);
  const slug = `visited${look.width}`;
  await newCreator(creator, '林间', slug);
  const { plan_id } = await putOnSale(creator, { name: '清晨咖啡', product_type: 0, price: '30.00' });
  const { page, t } = creator;
  const pages = page
    .getByRole('table', { name: t('stats-analytics:visits.pages') })
    .or(page.getByRole('list', { name: t('stats-analytics:visits.pages') }));
  /** What the creator reads: each page with its visits. */
  const read = async () => {
    await goTo(page, '/dashboard/analytics?part=visits');
    await settled(page);
    return pages.textContent();
  };

  await goTo(page, '/dashboard/analytics?part=visits');
  await page.getByText(t('stats-analytics:visits.empty')).waitFor();
  await looksRight(creator);

  const fan = await person(look);
  await signedUp(fan, somebody('小雨'));
  await visit(fan, `/a/${slug}`);
  await page.reload();
  await expect.poll(read).toContain(t('stats-analytics:visits.kind.page'));
  await looksRight(creator);

  await goTo(fan.page, '/setting/privacy');
  const counted = fan.page.getByRole('switch', { name: t('accounts:setting.visitsCounted') });
  await counted.uncheck();
  await expect.poll(() => counted.isChecked()).toBe(false);
  await looksRight(fan);
  await visit(fan, `/item/${plan_id}`);

  // A guest comes after the fan: once this visit is there, the fan's would be, too.
  const guest = await person(look);
  await visit(guest, `/a/${slug}`);
  const visits = () => page.locator('dd').first().textContent();
  await expect
    .poll(async () => {
      await read();
      return visits();
    })
    .toBe('2');
  expect(await read()).not.toContain('清晨咖啡');
});
