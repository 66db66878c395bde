import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, putOnSale, somebody } from '#ops/actors/people.ts';
import { listOrderTickets, type Ticket } from '#services/contract/tickets/tickets.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });
const NAMES = ['今晚', '下月'] as const;
const CARD = '11010519491231002X';

/** A concert with a round today and one in twenty days, and a ticket to each. */
async function soldTickets(creator: Visitor, fan: Visitor, url_slug: string): Promise<[Ticket, Ticket]> {
  await newCreator(creator, '林间', url_slug);
  const soon = Math.floor(Date.now() / 60_000) * 60 + 2 * 3600;
  const begins = [soon, soon + 20 * 86_400];
  const plan = await putOnSale(creator, {
    name: '春日音乐会',
    product_type: 4,
    ticket_round_list: begins.map((begin_time) => ({ begin_time })),
    sku: begins.map((begin, at) => ({
      name: NAMES[at] ?? '',
      price: '80.00',
      stock: 50,
      ticket_round_begin_time: begin,
    })),
  });
  await signedUp(fan, somebody('周周'));
  const tickets = [];
  for (const name of NAMES) {
    const sku_id = plan.sku.find((sku) => sku.name === name)?.sku_id;
    const { out_trade_no } = await bought(fan, {
      plan_id: plan.plan_id,
      sku: [{ sku_id, count: 1 }],
      tickets: [{ sku_id, name: '张三丰', id_card: CARD }],
    });
    const bySale = () => call(fan, listOrderTickets, { out_trade_no });
    await expect.poll(async () => (await bySale()).list.length).toBe(1);
    tickets.push(...(await bySale()).list);
  }
  return tickets as [Ticket, Ticket];
}

test.each(['zh-CN', 'en-US'] as const)(
  'the door asks before it lets in a ticket of another day (%s)',
  async (language) => {
    const door = await stage.visitor({ language, width: 390 });
    const fan = await stage.visitor({ language });
    const [today, later] = await soldTickets(door, fan, `days${language.slice(0, 2)}`);
    const { page, t } = door;
    const check = async (text: string) => {
      await page.getByLabel(t('door:manual.label')).fill(text);
      await page.keyboard.press('Enter');
    };
    const told = (kind: string) => page.locator(`[data-verdict="${kind}"]`).waitFor();
    const isUsed = async ({ out_trade_no }: Ticket) =>
      (await call(fan, listOrderTickets, { out_trade_no })).list[0]?.used_at !== null;

    // Today's round is chosen without a question.
    await goTo(page, '/order/inspect');
    await settled(page);
    const chosen = page.getByRole('combobox', { name: t('door:event') });
    await expect.poll(() => chosen.inputValue()).toContain('春日音乐会');
    await expect.poll(() => chosen.inputValue()).not.toContain(t('door:anyRound'));

    for (const text of [later.token, later.code]) {
      await check(text);
      await told('otherDay');
      await seen(door, `door-other-day-${language}`);
      expect(await isUsed(later)).toBe(false);
      await page.getByRole('button', { name: t('door:verdict.turnAway') }).click();
    }
    await check('FFFF-FFFF-FFFF');
    await told('unknown');
    await page
      .getByText(language === 'zh-CN' ? '没有找到这张票，请核对票码' : 'Ticket not found. Check the code.')
      .waitFor();
    await seen(door, `door-unknown-${language}`);
    await check(today.code);
    await told('admitted');

    await check(later.code);
    await told('otherDay');
    await page.getByRole('button', { name: t('door:verdict.admitAnyway') }).click();
    await told('admitted');
    await expect.poll(() => isUsed(later)).toBe(true);

    // Among the guests, a name is found and a search without a match finds nothing.
    await goTo(page, '/dashboard/guests');
    const find = async (text: string) => {
      await page.getByLabel(t('door:guests.search')).fill(text);
      await page.keyboard.press('Enter');
    };
    await find('三丰');
    await expect.poll(() => page.getByText('张三丰').count()).toBe(2);
    await find('王');
    await page.getByText(t('door:guests.none')).waitFor();
    await seen(door, `guests-none-${language}`);
  },
);
