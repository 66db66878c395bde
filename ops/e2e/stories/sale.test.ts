import { expect, test } from 'vitest';
import { quickest } from '#events/testing/quickest.ts';
import { somebody } from '#ops/actors/people.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { pay, placeOrder } from '../buying.ts';
import { signIn } from '../people.ts';
import { apply, publishPlan, publishProduct, register } from '../selling.ts';
import { onStage } from '../stage.ts';
import { explain, incomeToday, statsOf, whenShown } from '../stats.ts';

const stage = onStage({ database: 'embedded' });

/** The speed that creators are promised: an order shows on the open overview within a second. */
const PROMISE_MS = 1_000;

test('a fan buys, a creator sees it', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const ida = somebody('Ida Garden');
  await register(creator, ida);
  await apply(creator, 'idagarden');
  await publishPlan(creator, { name: 'A cup of tea', price: '30' });
  await publishProduct(creator, {
    name: 'Garden postcards',
    skus: [
      { name: 'Spring', price: '12.50', stock: 5 },
      { name: 'Autumn', price: '20', stock: 3 },
    ],
    limit: 4,
  });
  await creator.page.goto('/dashboard/stats');
  await creator.page.getByText(creator.t('stats:newest.empty'), { exact: true }).waitFor();

  const deaf = await stage.visitor({ language: 'en-US' });
  await signIn(deaf, ida);
  await deaf.page.route(`**${LIVE_PATHS.own}*`, () => undefined);
  await deaf.page.goto('/dashboard/stats');
  await deaf.page.getByRole('button', { name: incomeToday(creator, '¥0.00') }).waitFor();

  const fan = await stage.visitor({ language: 'zh-CN' });
  await register(fan, somebody('林小满'));
  let income = 0;
  const sponsorship = await quickest(PROMISE_MS, async () => {
    await fan.page.goto('/a/idagarden');
    await fan.page
      .getByRole('link', { name: `${fan.t('catalog-creators:plan.sponsor')} A cup of tea` })
      .click();
    const order = await placeOrder(fan);
    income += 30;
    const shown = whenShown(creator, { figure: incomeToday(creator, `¥${income}.00`), order });
    const { clicked, acknowledged } = await pay(fan);
    expect(await shown).toBeGreaterThan(clicked);
    return (await shown) - acknowledged;
  });
  expect(sponsorship).toBeLessThan(PROMISE_MS);
  // The live stream updated it: a window without the stream has not changed.
  expect(await deaf.page.getByRole('button', { name: incomeToday(creator, '¥0.00') }).isVisible()).toBe(true);

  await fan.page
    .getByRole('link', { name: fan.t('orders-buying:check.creator', { name: 'Ida Garden' }) })
    .click();
  await fan.page.getByRole('link', { name: 'Garden postcards' }).click();
  await fan.page.getByRole('radio', { name: /Autumn/ }).click();
  await fan.page
    .getByRole('button', {
      name: fan.t('orders-buying:item.more', { what: fan.t('orders-buying:item.count') }),
    })
    .click();
  await fan.page.getByRole('link', { name: fan.t('orders-buying:item.buy') }).click();
  await fan.page.getByRole('button', { name: fan.t('orders-buying:item.more', { what: 'Spring' }) }).click();
  await fan.page.getByText('¥52.50').first().waitFor();
  const order = await placeOrder(fan);
  // The whole day: the sponsorships before, two of one model and one of the other now.
  const sold = whenShown(creator, { figure: incomeToday(creator, `¥${income + 52}.50`), order });
  const { clicked } = await pay(fan);
  expect(await sold).toBeGreaterThan(clicked);

  for (const label of await statsOf(creator)) {
    const { shown, sum, contributions, events } = await explain(creator, label);
    const added = contributions.reduce((total, one) => total + one, 0);
    expect({ label, sum, added: Math.round(added * 100) / 100 }).toEqual({ label, sum: shown, added: shown });
    expect(contributions.length > 0).toBe(shown > 0);
    expect(Math.min(...events, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(shown > 0 ? 2 : 1);
  }

  await creator.page.goto('/dashboard/analytics?part=hours');
  await creator.page.getByRole('table').getByRole('button').first().click();
  const hour = creator.page.getByRole('dialog');
  await hour.getByText(creator.t('stats-explain:equal')).waitFor();
  await hour.getByText(/[A-Z][a-z]+day, \d\d:00 to \d\d:00/).waitFor();
});
