import { expect, test } from 'vitest';
import { call, overHttp } from '#ops/actors/client.ts';
import { bought, eventForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { checkInTicket, listOrderTickets, type Ticket } from '#services/contract/tickets/tickets.ts';
import { withCamera } from '../camera.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });

/** So soon that it is today's, also around midnight. */
const SOON_SECONDS = 2 * 3600;

/** A concert with one session, today. */
async function openConcert(creator: Visitor, url_slug: string): Promise<Plan> {
  await newCreator(creator, '林间', url_slug);
  const begin_time = Math.floor(Date.now() / 60_000) * 60 + SOON_SECONDS;
  return putOnSale(creator, eventForm('春日音乐会', begin_time, { name: '前排', price: '80.00', stock: 50 }));
}

/** The holders of the tickets, in order. */
const HOLDERS = [
  { name: '张三丰', id_card: '11010519491231002X' },
  { name: '李四', id_card: '110105194912310038' },
  { name: '王小明', id_card: '110105194912310054' },
];

async function buyTickets(
  fan: Visitor,
  plan: Plan,
  count: number,
): Promise<{ order: string; tickets: Ticket[] }> {
  const sku_id = plan.sku[0]?.sku_id;
  const { out_trade_no } = await bought(fan, {
    ...unitsOf(plan, count),
    tickets: HOLDERS.slice(0, count).map((holder) => ({ sku_id, ...holder })),
  });
  const tickets = () => call(fan, listOrderTickets, { out_trade_no });
  await expect.poll(async () => (await tickets()).list.length).toBe(count);
  return { order: out_trade_no, tickets: (await tickets()).list };
}

/** The present message of the check-in page. */
const verdict = ({ page }: Visitor, kind: string) => page.locator(`[data-verdict="${kind}"]`).waitFor();

const link = ({ base }: Visitor, { out_trade_no, id, token }: Ticket): string =>
  `${base}/order/inspect?out_trade_no=${out_trade_no}&id=${id}&t=${token}`;

test('a fan shows tickets one by one, and a phone at the door lets each in once', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const door = await stage.visitor({ language: 'zh-CN', width: 390 });
  const camera = await withCamera(door);
  const plan = await openConcert(creator, 'concert1');
  await signedUp(fan, somebody('Noor'));
  const staff = somebody('东门');
  await signedUp(door, staff);

  // The creator adds a team member.
  await goTo(creator.page, '/setting/team');
  await creator.page.getByLabel(creator.t('door:team.account')).fill(staff.account);
  await creator.page.getByLabel(creator.t('door:team.name')).fill('东门检票');
  await creator.page.getByRole('button', { name: creator.t('door:team.add') }).click();
  await creator.page.getByText('东门检票').waitFor();

  const { order } = await buyTickets(fan, plan, 2);
  await goTo(fan.page, `/order/check?out_trade_no=${order}`);
  await fan.page
    .getByRole('button', { name: fan.t('tickets:show') })
    .first()
    .click();
  const dialog = fan.page.getByRole('dialog');
  await dialog.getByText('1 / 2').waitFor();
  const code = dialog.locator('svg').filter({ hasText: fan.t('tickets:qr') });
  const first = await code.screenshot();

  await goTo(door.page, '/order/inspect');
  await door.page.getByRole('button', { name: door.t('media-camera:start') }).click();
  await camera.hold(first);
  await verdict(door, 'admitted');
  // Check-in shows the full holder, to compare with the card; the fan's own page shows it masked.
  await door.page.getByText('11010519491231002X').waitFor();
  await dialog.getByText('110***********002X').waitFor();

  // The next scan comes while the last message is still visible.
  await fan.page.keyboard.press('ArrowRight');
  await dialog.getByText('2 / 2').waitFor();
  await camera.hold(await code.screenshot());
  await expect.poll(() => door.page.getByText(door.t('door:verdict.admitted')).count()).toBe(3);

  // The fan sees on the open page that she is in.
  await dialog.getByText(fan.t('tickets:status.2')).waitFor();

  // The same code again, and an invented one.
  await door.page.getByRole('button', { name: door.t('door:verdict.next') }).click();
  await camera.hold(first);
  await verdict(door, 'used');
  const { list } = await call(fan, listOrderTickets, { out_trade_no: order });
  const altered = { ...list[0]!, token: `${list[0]!.token.slice(0, -8)}AAAAAAAA` };
  await camera.holdCode(link(door, altered));
  await verdict(door, 'refused');

  // At the creator's desk both are in.
  await goTo(creator.page, '/dashboard/guests');
  await creator.page.getByText(`${creator.t('door:guests.inside')} 2`).waitFor();
  await expect.poll(() => creator.page.getByText('东门 检票').count()).toBe(2);
});

test('without a connection the signature decides, also after the page was opened again; then all is sent', async () => {
  const creator = await stage.visitor({ language: 'en-US', width: 390 });
  const fan = await stage.visitor({ language: 'en-US' });
  const camera = await withCamera(creator);
  const plan = await openConcert(creator, 'concert2');
  await signedUp(fan, somebody('Ida'));
  const { tickets } = await buyTickets(fan, plan, 3);
  const [one, two, three] = tickets as [Ticket, Ticket, Ticket];
  const { page, t } = creator;

  await goTo(page, '/order/inspect');
  await page.getByRole('combobox', { name: t('door:event') }).waitFor();
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await creator.context.setOffline(true);

  await page.getByRole('button', { name: t('media-camera:start') }).click();
  await camera.holdCode(link(creator, one));
  await verdict(creator, 'unconfirmed');
  await page.getByText(t('door:waiting.count', { count: 1 })).waitFor();
  await camera.holdCode(link(creator, { ...two, token: `${two.token.slice(0, -8)}AAAAAAAA` }));
  await verdict(creator, 'forged');

  await page.reload();
  await page.getByRole('button', { name: t('media-camera:start') }).click();
  await camera.holdCode(link(creator, one));
  await verdict(creator, 'usedHere');
  await camera.holdCode(link(creator, two));
  await verdict(creator, 'unconfirmed');
  // Another device admits the third one meanwhile, and this offline device does, too.
  await camera.holdCode(link(creator, three));
  await page.getByText(t('door:waiting.count', { count: 3 })).waitFor();
  await letInElsewhere(creator, three);
  await creator.context.setOffline(false);

  await page.getByText(t('door:waiting.sent', { count: 3 })).waitFor();
  await page.getByText(t('door:waiting.trouble')).waitFor();
  const states = async () =>
    (await call(creator, listOrderTickets, { out_trade_no: one.out_trade_no })).list.map(
      ({ status }) => status,
    );
  await expect.poll(states).toEqual([2, 2, 2]);
  // Offline is the subject of this step.
  creator.troubles.splice(0);
});

/** States that the demo's walked pages do not have. */
test('the pages of tickets and doors fit, can be read and report no error', async () => {
  const fan = await stage.visitor({ language: 'zh-CN' });
  const creator = await stage.visitor({ language: 'zh-CN', theme: 'dark' });
  const member = await stage.visitor({ language: 'zh-CN' });
  const plan = await openConcert(creator, 'concert3');
  await signedUp(fan, somebody('周周'));
  const staff = somebody('东门');
  await signedUp(member, staff);
  await call(creator, addTeamMember, { account: staff.account, member_name: '东门检票' });
  const { order, tickets } = await buyTickets(fan, plan, 2);
  const [used] = tickets as [Ticket];
  await call(creator, checkInTicket, { token: used.token });
  const linked = `/order/inspect?out_trade_no=${order}&id=${used.id}&t=${used.token}`;
  const [ofFan, ofMember, ofCreator] = await Promise.all([
    walk(fan, [
      { name: 'wallet', path: '/dashboard/ticket' },
      { name: 'order-of-tickets', path: `/dashboard/order/${order}` },
      { name: 'check-of-tickets', path: `/order/check?out_trade_no=${order}` },
      { name: 'own-ticket', path: linked },
    ]),
    walk(member, [
      { name: 'guests-member', path: '/order/guests' },
      { name: 'orders-member', path: `/order/received?creator_id=${plan.user_id}` },
      { name: 'orders-member-none', path: `/order/received?creator_id=${plan.user_id}&q=nobody` },
    ]),
    walk(creator, [
      { name: 'inspect-linked', path: linked },
      { name: 'guests-none', path: '/dashboard/guests?status=3' },
      { name: 'team', path: '/setting/team' },
    ]),
  ]);
  expect([...ofFan, ...ofMember, ...ofCreator]).toEqual([]);
});

/** Runs in the page: whether all that it is made of would open without a connection. */
async function isKept(): Promise<boolean> {
  if (!(await caches.has('door'))) return false;
  const cache = await caches.open('door');
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'));
  const found = await Promise.all(['/order/inspect', ...files].map((path) => cache.match(path)));
  return navigator.serviceWorker.controller !== null && found.every((file) => file !== undefined);
}

/** Another device of the same creator, which is connected. */
async function letInElsewhere(creator: Visitor, { token }: Ticket): Promise<void> {
  const [session] = (await creator.context.cookies()).filter(({ name }) => name === 'auth_token');
  const elsewhere = overHttp(creator.base, { token: session?.value });
  const checked = await call(elsewhere, checkInTicket, { token, device: 'West gate' });
  expect(checked).toMatchObject({ outcome: 'admitted' });
}
