import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, eventForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { listMyTickets } from '#services/contract/tickets/tickets.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const LOS_ANGELES = 'America/Los_Angeles';
const DAY_SECONDS = 86_400;
/** 09:00 in Shanghai, in twenty days; in Los Angeles it is the day before then. */
const beginTime = (): number => (Math.floor(Date.now() / 1000 / DAY_SECONDS) + 20) * DAY_SECONDS + 3600;
const dayInShanghai = (seconds: number, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'Asia/Shanghai', month: 'short', day: 'numeric' }).format(
    seconds * 1000,
  );

const concertAt = (begin_time: number) =>
  eventForm('春日音乐会', begin_time, { name: '前排', price: '80.00', stock: 50 });

test.each(['zh-CN', 'en-US'] as const)(
  'from Los Angeles times are those of the business zone, which is named (%s)',
  async (language) => {
    const creator = await stage.visitor({ language, timeZone: LOS_ANGELES });
    const fan = await stage.visitor({ language, timeZone: LOS_ANGELES });
    await newCreator(creator, '林间', `zone${language.slice(0, 2)}`);
    const begin_time = beginTime();
    const plan = await putOnSale(creator, concertAt(begin_time));
    const day = dayInShanghai(begin_time, language);
    const before = dayInShanghai(begin_time - DAY_SECONDS, language);

    await goTo(fan.page, `/item/${plan.plan_id}`);
    await settled(fan.page);
    const main = fan.page.locator('main');
    await expect.poll(() => main.textContent()).toMatch(/09:00 GMT\+8|09:00（GMT\+8）/);
    const shown = await main.textContent();
    expect(shown).toContain(day);
    expect(shown).not.toContain(before);
    await expect.poll(() => fan.page.locator('footer').textContent()).toContain('GMT+8');
    await seen(fan, `zone-item-${language}`);

    // A ticket, an order and its receipt.
    await signedUp(fan, somebody('周周'));
    const tickets = [{ name: '张三丰', id_card: '11010519491231002X' }];
    const { out_trade_no } = await bought(fan, { ...unitsOf(plan, 1), tickets });
    await expect.poll(async () => (await call(fan, listMyTickets)).list.length).toBe(1);
    for (const path of ['/dashboard/ticket', `/dashboard/order/${out_trade_no}`]) {
      await goTo(fan.page, path);
      await settled(fan.page);
      await expect.poll(() => fan.page.locator('main').textContent(), { message: path }).toContain('GMT+8');
    }

    // The creator reads and types the same clock.
    await goTo(creator.page, `/edit/shop?plan_id=${plan.plan_id}&product_type=4`);
    await settled(creator.page);
    const field = creator.page
      .getByRole('textbox', { name: creator.t('catalog-selling:rounds.begin', { number: 1 }) })
      .first();
    await expect.poll(() => field.inputValue()).toMatch(/ 09:00$/);
    await seen(creator, `zone-editor-${language}`);
    const later = (await field.inputValue()).replace(' 09:00', ' 10:30');
    await field.fill(later);
    await creator.page.locator('button[type="submit"]').last().click();
    await expect
      .poll(async () => {
        const { plan: saved } = await call(fan, getPlan, { plan_id: plan.plan_id });
        return saved.ticket_round_list?.[0]?.begin_time;
      })
      .toBe(begin_time + 5400);
  },
);

test('where clocks show the same time no zone is named', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN', timeZone: 'Asia/Singapore' });
  await newCreator(creator, '林间', 'zonesame');
  const plan = await putOnSale(creator, concertAt(beginTime()));
  await goTo(fan.page, `/item/${plan.plan_id}`);
  await settled(fan.page);
  const body = fan.page.locator('body');
  await expect.poll(() => body.textContent()).toContain('09:00');
  expect(await body.textContent()).not.toContain('GMT');
});
