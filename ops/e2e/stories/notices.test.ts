import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import {
  bought,
  eventForm,
  goodsForm,
  HOLDERS,
  HOME,
  putOnSale,
  somebody,
  unitsOf,
} from '#ops/actors/people.ts';
import { updateExpress, updateOrderAddress } from '#services/contract/delivery/express.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { saleTexts } from '#services/modules/messages/texts/sale-messages.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

const DAY_SECONDS = 24 * 3600;

type Language = 'zh-CN' | 'en-US';

/** /notice has each of these messages once, in the language of the page. */
async function expectNotices(
  visitor: Visitor,
  language: Language,
  templates: readonly (keyof typeof saleTexts)[],
): Promise<void> {
  const sent = async () => (await call(visitor, listMyMessages, {})).list.map(({ template }) => template);
  await expect.poll(sent).toEqual(expect.arrayContaining([...templates]));
  await goTo(visitor.page, '/notice');
  for (const template of templates) {
    const { subject } = saleTexts[template][language];
    await expect.poll(() => visitor.page.getByText(subject, { exact: true }).count()).toBe(1);
  }
  await looksRight(visitor);
}

test.for(['zh-CN', 'en-US'] as const)(
  'who buys, and who sells, is informed of what happens, in %s',
  async (language) => {
    const creator = await stage.visitor({ language });
    const fan = await stage.visitor({ language, width: 390 });
    await newCreator(creator, '林间', `notices${language.slice(0, 2)}`);
    const begin_time = Math.floor(Date.now() / 60_000) * 60 + 7 * DAY_SECONDS;
    const concert = eventForm('春日音乐会', begin_time);
    const front = { name: '前排', price: '80.00', stock: 5 };
    const event = await putOnSale(creator, {
      ...concert,
      sku: [{ ...front, ticket_round_begin_time: begin_time }],
    });
    await signedUp(fan, somebody('小满'));
    await bought(fan, { ...unitsOf(event, 1), tickets: HOLDERS.slice(0, 1) });
    await expectNotices(fan, language, ['order_paid', 'tickets_issued']);
    await expectNotices(creator, language, ['new_sale']);

    // The concert is a week later.
    const [round, sku] = [event.ticket_round_list[0], event.sku[0]];
    if (round === undefined || sku === undefined) throw new Error('the event has no round');
    await putOnSale(creator, {
      ...concert,
      plan_id: event.plan_id,
      ticket_round_list: [{ id: round.id, begin_time: begin_time + 7 * DAY_SECONDS }],
      sku: [{ ...front, sku_id: sku.sku_id, ticket_round_id: round.id }],
    });
    const goods = goodsForm('茶杯', { name: '白', price: '30.00', stock: 5 });
    const cups = await putOnSale(creator, { ...goods, need_address: true });
    const { out_trade_no } = await bought(fan, unitsOf(cups, 1));
    await call(fan, updateOrderAddress, { out_trade_no, ...HOME });
    await call(creator, updateExpress, { out_trade_no, express: 'shunfeng', express_no: 'SF1234567890123' });
    await expectNotices(fan, language, ['event_moved', 'parcel_sent']);
  },
);
