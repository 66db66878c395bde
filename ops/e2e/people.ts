import type { APIRequestContext } from 'playwright-core';
import { expect } from 'vitest';
import type { User } from '#services/contract/accounts/accounts.ts';
import type { EditBasic } from '#services/contract/catalog/creators.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { PlacedOrder } from '#services/contract/orders/orders.ts';
import type { OutboxMessage } from '#services/contract/system/sandbox.ts';
import { leavePages } from './going.ts';
import type { Visitor } from './visitor.ts';

/** A visitor, or someone with a session and no browser. */
export interface Caller {
  base: string;
  context: { request: APIRequestContext };
  page?: Visitor['page'];
}

/** A person to register; the email address is unique. */
export interface Person {
  account: string;
  name: string;
  password: string;
}

let people = 0;

export function somebody(name: string): Person {
  people += 1;
  return { account: `somebody${people}@story.example`, name, password: 'story-password' };
}

interface Envelope<Data> {
  ec: number;
  em: string;
  data: Data;
}

/** A call of the API with the visitor's session; throws when it is refused. */
export async function call<Data = unknown>(
  { base, context }: Caller,
  path: string,
  body?: object,
): Promise<Data> {
  const answer =
    body === undefined
      ? await context.request.get(path)
      : await context.request.post(path, { data: body, headers: { origin: base } });
  const { ec, em, data } = (await answer.json()) as Envelope<Data>;
  if (ec !== 200) throw new Error(`${path} was refused: ${em} ${JSON.stringify(data)}`);
  return data;
}

/** Registers and signs in without the pages, where the story is about something else. */
export async function signedUp(visitor: Caller, person: Person): Promise<User> {
  const { account, name, password } = person;
  // Cached data about the signed-in user belongs to that user only.
  if (visitor.page) await leavePages(visitor.page);
  await call(visitor, '/api/passport/send-verify-code', { account, account_type: 'email' });
  const { list } = await call<{ list: OutboxMessage[] }>(
    visitor,
    `/api/sandbox/outbox?account=${encodeURIComponent(account)}`,
  );
  const code = list[0]?.code;
  const { user } = await call<{ user: User }>(visitor, '/api/passport/register', {
    account,
    name,
    password,
    code,
  });
  return user;
}

export async function signIn(visitor: Caller, account: string, password: string): Promise<void> {
  if (visitor.page) await leavePages(visitor.page);
  await call(visitor, '/api/passport/login', { account, password });
}

/** Registers the visitor with that name, and makes a page with that name in the address. */
export async function newCreator(visitor: Caller, name: string, url_slug: string): Promise<User> {
  const user = await signedUp(visitor, somebody(name));
  await becomeCreator(visitor, { name, url_slug });
  return user;
}

/** Makes the signed-in visitor a creator with that name in the address. */
export const becomeCreator = (visitor: Caller, basic: EditBasic): Promise<unknown> =>
  call(visitor, '/api/creator/edit-basic', basic);

/** Creates or changes an offer; answers when it is publicly readable. */
export async function putOnSale(creator: Caller, form: EditPlan): Promise<Plan> {
  const { plan, position } = await call<{ plan: Plan; position: number }>(
    creator,
    '/api/creator/edit-plan',
    form,
  );
  await call(creator, `/api/plan/detail?plan_id=${plan.plan_id}&min_position=${position}`);
  return plan;
}

/** Places an order and pays it in the sandbox; answers when it is paid. */
export async function bought(
  fan: Caller,
  order: object,
): Promise<{ out_trade_no: string; charge_id: string }> {
  const { pay, out_trade_no } = await call<PlacedOrder>(fan, '/api/order/create-order', order);
  const { charge_id } = pay;
  await call(fan, '/api/sandbox/pay', { charge_id, outcome: 'success' });
  const status = async () =>
    (await call<{ status: number }>(fan, `/api/order/check?out_trade_no=${out_trade_no}`)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe(2);
  return { out_trade_no, charge_id };
}
