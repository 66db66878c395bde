import { ORDER_STATUS } from '#events/status.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { getPlan, type Plan } from '#services/contract/catalog/plans.ts';
import type { DataOf, InputOf } from '#services/contract/endpoint.ts';
import type { CreateOrder } from '#services/contract/orders/create-order.ts';
import { checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { TERMS_VERSION } from '#services/runtime/settings/operator.ts';
import { type Actor, answerTo, call, overHttp } from './client.ts';
import { until } from './until.ts';

/** A person to register. */
export interface Person {
  /** An email address. */
  account: string;
  name: string;
  password: string;
}

let people = 0;

/** With an address of their own. */
export function somebody(name: string): Person {
  people += 1;
  return { account: `somebody${people}@story.example`, name, password: 'story-password' };
}

/** The code in the newest message of the sandbox to an address or a number. Throws without one. */
export async function codeFor(actor: Actor, account: string): Promise<string> {
  const [newest] = (await call(actor, sandboxOutbox, { account })).list;
  if (newest === undefined) throw new Error(`${account} has no message`);
  return newest.code;
}

/** Registers and signs in. */
export async function signUp(
  actor: Actor,
  { account, name, password }: Person,
): Promise<DataOf<typeof register>> {
  await call(actor, sendVerifyCode, { account, account_type: 'email' });
  const code = await codeFor(actor, account);
  return call(actor, register, { account, name, password, code, terms_version: TERMS_VERSION });
}

export const signIn = (
  actor: Actor,
  { account, password }: Pick<Person, 'account' | 'password'>,
): Promise<DataOf<typeof login>> => call(actor, login, { account, password });

/** A new person without a browser, signed in. */
export async function newPerson(origin: string, person: Person): Promise<Actor> {
  const { auth_token: token } = await signUp(overHttp(origin), person);
  return overHttp(origin, { token });
}

/** Makes a page for the signed-in person. */
export const becomeCreator = (actor: Actor, page: InputOf<typeof editCreator>): Promise<unknown> =>
  call(actor, editCreator, page);

/** The form of goods with these SKUs. */
export const goodsForm = (name: string, ...sku: NonNullable<EditPlan['sku']>) => ({
  name,
  product_type: 1,
  sku,
});

/** The form of an event with one round, and tickets to it. @param begin_time Unix seconds */
export const eventForm = (name: string, begin_time: number, ...sku: NonNullable<EditPlan['sku']>) => ({
  name,
  product_type: 4,
  ticket_round_list: [{ begin_time }],
  sku: sku.map((ticket) => ({ ...ticket, ticket_round_begin_time: begin_time })),
});

/** An address in Hangzhou. */
export const HOME = {
  addr_name: '林小满',
  addr_phone: '13800138000',
  addr_address: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
};

/** Two holders of tickets. */
export const HOLDERS = [
  { name: '林小满', id_card: '11010519491231002X' },
  { name: '李四', id_card: '110105194912310038' },
] as const;

/** Creates or changes an offer; answers when it is publicly readable. */
export async function putOnSale(creator: Actor, form: EditPlan): Promise<Plan> {
  const { plan, position } = await call(creator, savePlan, form);
  const { plan_id } = plan;
  await until('the offer can be read', async () => {
    const { ec } = await answerTo(creator, getPlan, { plan_id, min_position: position });
    // 202: it begins hidden.
    return ec === 200 || ec === 202;
  });
  return plan;
}

/** Timeout with the notice of a payment. */
const TIMEOUT_MS = 60_000;

/** The input of an order for so many of the plan's SKUs, in their order. */
export const unitsOf = ({ plan_id, product_type, sku }: Plan, ...counts: readonly number[]) => ({
  plan_id,
  product_type,
  sku: counts.map((count, at) => ({ sku_id: sku[at]?.sku_id ?? '', count })),
});

/** Pays a charge in the sandbox; its notice follows. */
export const pay = (fan: Actor, charge_id: string): Promise<unknown> =>
  call(fan, sandboxPay, { charge_id, outcome: 'success' });

/** Waits for the notice of a payment. Throws without one. @param every interval in ms */
export const untilPaid = (
  fan: Actor,
  out_trade_no: string,
  timeout = TIMEOUT_MS,
  every?: number,
): Promise<void> =>
  until(
    `order ${out_trade_no} is paid`,
    async () => (await call(fan, checkOrder, { out_trade_no })).status === ORDER_STATUS.success,
    timeout,
    every,
  );

/** Places an order and pays it; answers when it is paid. */
export async function bought(
  fan: Actor,
  order: CreateOrder,
): Promise<{ out_trade_no: string; charge_id: string }> {
  const { out_trade_no, pay: charge } = await call(fan, createOrder, order);
  await pay(fan, charge.charge_id);
  await untilPaid(fan, out_trade_no);
  return { out_trade_no, charge_id: charge.charge_id };
}
