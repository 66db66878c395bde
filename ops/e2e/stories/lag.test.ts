import { expect, test } from 'vitest';
import { getLag } from '#services/contract/system/calls.ts';
import { demoVisitor } from '../demo-people.ts';
import { looksRight } from '../page-checks.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

test('a page with an incomplete read model shows it, other pages do not', async () => {
  await stage.database().query(
    `INSERT INTO rm.set_aside (name, generation, stream, position, type, error)
     SELECT name, generation, 'order-none', 7, 'OrderPlaced', 'TypeError: planted'
       FROM rm.generations WHERE name = 'orders' AND state = 'live'`,
  );
  const creator = await demoVisitor(stage, 'creator');
  const { page, t } = creator;
  await page.goto(`${stage.base()}/dashboard/sponsored-bill`);
  const notice = page.getByText(t('shell:lag.incomplete'));
  await expect.poll(() => notice.count()).toBe(1);
  await page.goto(`${stage.base()}/dashboard/income`);
  await page.waitForLoadState('networkidle');
  expect(await notice.count()).toBe(0);
  await stage.database().query("DELETE FROM rm.set_aside WHERE stream = 'order-none'");
});

test('a page without a network shows it until it is back', async () => {
  const creator = await demoVisitor(stage, 'creator');
  const { page, t, context } = creator;
  await page.goto(`${stage.base()}/dashboard/sponsored-bill`);
  await page.getByRole('table').waitFor();
  await context.setOffline(true);
  const notice = page.getByText(t('shell:state.offline'));
  await notice.waitFor();
  await looksRight(creator);
  await context.setOffline(false);
  await notice.waitFor({ state: 'detached' });
  // Offline is the subject of this test.
  creator.troubles.splice(0);
});

test('a page with a late read model shows the age of its figures', async () => {
  const creator = await demoVisitor(stage, 'creator');
  const { page, t } = creator;
  await page.route(`**${getLag.path}`, (route) =>
    route.fulfill({
      json: {
        ec: 200,
        em: '',
        data: { read_models: [{ name: 'orders', seconds_behind: 610, incomplete_from: null }] },
      },
    }),
  );
  await page.goto(`${stage.base()}/dashboard/sponsored-bill`);
  const ten = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(-10, 'minute');
  await expect.poll(() => page.getByText(t('shell:lag.old', { ago: ten })).count()).toBe(1);
});
