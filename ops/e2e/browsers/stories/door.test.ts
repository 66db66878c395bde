import { describe, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import {
  becomeCreator,
  bought,
  eventForm,
  HOLDERS,
  newPerson,
  putOnSale,
  somebody,
  unitsOf,
} from '#ops/actors/people.ts';
import { listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { keptPictureOf } from '../../seen.ts';
import { onEngine } from '../engine-stage.ts';
import { ENGINES } from '../engines.ts';

/** So soon that the check-in page counts it as today's, also around midnight. */
const SOON_SECONDS = 2 * 3600;

describe.each(ENGINES)('in %s', (name) => {
  const stage = onEngine(name);

  test('a ticket’s code is typed or pasted at the door, and lets one person in once', async () => {
    const ida = somebody('Ida Garden');
    const creator = await newPerson(stage.base(), ida);
    await becomeCreator(creator, { name: ida.name, url_slug: `door${name}` });
    const begin_time = Math.floor(Date.now() / 60_000) * 60 + SOON_SECONDS;
    const plan = await putOnSale(
      creator,
      eventForm('Garden concert', begin_time, { name: 'Lawn', price: '30.00', stock: 9 }),
    );
    const fan = await newPerson(stage.base(), somebody('Noor'));
    const { out_trade_no } = await bought(fan, { ...unitsOf(plan, 2), tickets: [...HOLDERS] });
    const { list } = await call(fan, listOrderTickets, { out_trade_no });
    const [one, two] = list;
    if (one === undefined || two === undefined) throw new Error('the order does not have two tickets');

    const door = await stage.tab();
    const { t } = door;
    await door.signIn(ida);
    await door.go('/order/inspect');
    const enter = async (code: string, verdict: string) => {
      await door.write(t('door:manual.label'), code);
      await door.press('button', t('door:manual.check'));
      await door.seesElement(`[data-verdict="${verdict}"]`);
    };
    const next = () => door.press('button', t('door:verdict.next'));
    await enter(one.code, 'admitted');
    await keptPictureOf(door.picture, `${name}-admitted`);
    await next();
    await enter(one.code, 'used');
    await next();
    // What a scanner types: the link in the QR code.
    const link = (token: string) =>
      `${stage.base()}/order/inspect?out_trade_no=${out_trade_no}&id=${two.id}&t=${token}`;
    await enter(link(`${two.token.slice(0, -8)}AAAAAAAA`), 'refused');
    await next();
    await enter(link(two.token), 'admitted');
  });
});
