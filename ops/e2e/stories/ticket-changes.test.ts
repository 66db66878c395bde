import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, eventForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { checkInTicket, listOrderTickets, type Ticket } from '#services/contract/tickets/tickets.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const DAY_SECONDS = 24 * 3600;
const ZHANG = { name: '张三丰', id_card: '11010519491231002X' };
const LI = { name: '李四', id_card: '110105194912310038' };

test('a fan gives a ticket to another person; the event is removed, and its tickets are refunded', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await newCreator(creator, '林间', 'changes1');
  const begin_time = Math.floor(Date.now() / 60_000) * 60 + 7 * DAY_SECONDS;
  const plan = await putOnSale(
    creator,
    eventForm('春日音乐会', begin_time, { name: '前排', price: '80.00', stock: 50 }),
  );
  await signedUp(fan, somebody('Noor'));
  const sku_id = plan.sku[0]?.sku_id;
  const { out_trade_no } = await bought(fan, { ...unitsOf(plan, 1), tickets: [{ sku_id, ...ZHANG }] });
  const present = async (): Promise<Ticket | undefined> =>
    (await call(fan, listOrderTickets, { out_trade_no })).list[0];
  await expect.poll(present).toBeDefined();
  const old = await present();

  await goTo(fan.page, '/dashboard/ticket');
  await fan.page.getByRole('button', { name: fan.t('tickets:show') }).click();
  const dialog = fan.page.getByRole('dialog');
  await dialog.getByRole('button', { name: fan.t('tickets:change.open') }).click();
  // A number with a typing error is named at its field, and sends nothing.
  await dialog.getByLabel(fan.t('tickets-identities:field.name')).fill(LI.name);
  await dialog.getByLabel(fan.t('tickets-identities:field.number')).fill('110105194912310039');
  await dialog.getByRole('button', { name: fan.t('tickets:change.submit') }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await dialog.getByLabel(fan.t('tickets-identities:field.number')).fill(LI.id_card);
  await dialog.getByRole('button', { name: fan.t('tickets:change.submit') }).click();
  await fan.page.getByText(fan.t('tickets:change.done')).waitFor();
  await dialog.getByText('李*').waitFor();

  // The door refuses the earlier code; the guest list has the new holder.
  const refused = call(creator, checkInTicket, { token: old?.token });
  await expect(refused).rejects.toThrow('持票人');
  await goTo(creator.page, '/dashboard/guests');
  await creator.page.getByText(LI.name).waitFor();
  await fan.page.keyboard.press('Escape');
  await goTo(fan.page, `/dashboard/order/${out_trade_no}`);
  await fan.page.getByText(fan.t('orders-after-payment:story.holder_changed')).waitFor();
  await goTo(fan.page, '/notice');
  await fan.page.getByText('A ticket has another holder').waitFor();

  // The creator deletes the event, and is asked about the holders.
  await goTo(creator.page, '/setting/shop');
  await creator.page
    .getByRole('button', { name: creator.t('catalog-editor:list.menuOf', { name: plan.name }) })
    .click();
  await creator.page.getByRole('menuitem', { name: creator.t('catalog-editor:list.delete') }).click();
  await creator.page
    .getByRole('dialog')
    .getByRole('button', { name: creator.t('catalog-editor:list.delete') })
    .click();
  const question = creator.page.getByRole('dialog', { name: creator.t('catalog-editor:holders.title') });
  await question.getByText('1 张有效门票').waitFor();
  await question.getByLabel(creator.t('catalog-editor:holders.refund'), { exact: true }).check();
  await question.getByRole('button', { name: creator.t('catalog-editor:list.delete') }).click();
  await expect.poll(async () => (await present())?.status).toBe(3);
});
