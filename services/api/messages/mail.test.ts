import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { listUndeliveredMessages } from '#services/contract/messages/calls.ts';
import { bindBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { partsOf, startMailServer } from '#services/runtime/testing/mail-server.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

let api: TestApi;
let worker: Program;
let admin: TestUser;
const from = 'Fanwatt <no-reply@shop.example>';

/** As in production: no sandbox, mail by SMTP, and a separate worker that sends it. */
const server = fixture(startMailServer);
beforeAll(async () => {
  const mail = { url: server.url, from };
  api = await startTestApi({ projections: false, config: { production: true, sandbox: false, mail } });
  worker = await startProgram('worker', api, {
    NODE_ENV: 'production',
    SANDBOX: '0',
    RATE_LIMITS: 'on',
    SMTP_URL: server.url,
    MAIL_FROM: from,
    PUBLIC_URL: 'https://shop.example',
  });
  admin = await api.staff('admin');
});
afterAll(async () => {
  await worker?.stop();
  await api?.close();
});
afterEach(() => server.answer(undefined));

const TIMEOUT = { timeout: 45_000, interval: 50 };
const askFor = (account: string, account_type: 'email' | 'phone') =>
  api.call(sendVerifyCode, { account, account_type, scene: 'register' }, undefined, {
    'locale-lang': 'en-US',
  });

test('in production a person registers with the code that came by mail', async () => {
  const account = 'newcomer@example.com';
  expect((await askFor(account, 'email')).ec).toBe(200);
  const mail = await vi.waitFor(() => {
    const found = server.received.find(({ to }) => to.includes(account));
    if (!found) throw new Error('no mail yet');
    return found;
  }, TIMEOUT);
  const code = /\b\d{6}\b/.exec(partsOf(mail.raw).text)?.[0];
  const body = { account, code, password: 'long enough', name: 'Newcomer' };
  expect((await api.send(register, body)).ec).toBe(200);
});

test('a phone is refused by field where no SMS can be sent, for accounts and for bank cards', async () => {
  for (const url of ['/api/passport/send-verify-code', '/api/passport/send-forget-code']) {
    const body = { account: '13800000000', account_type: 'phone', scene: 'register' };
    const answer = await api.post(url, body, undefined, { 'locale-lang': 'en-US' });
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
    expect(answer.em).toBe('This site cannot send text messages. Please use an email address');
  }
  const card = {
    name: '林一',
    number: '11010119900307109X',
    mobile_number: '13800000000',
    bank_acct_no: '6222020200112233',
    bank_code: '102100099996',
    bank_branch_code: '',
    mobile_bank: '',
  };
  const language = { 'locale-lang': 'en-US' };
  const bank = await api.call(bindBank, card, await api.creator(), language);
  expect(bank).toMatchObject({ ec: 40000, data: { errors: [{ field: 'mobile_number' }] } });
  expect(bank.em).toBe('This site cannot send text messages, so bank cards cannot be added');
});

test('without mail an email address is refused too, and nothing is stored for later', async () => {
  const mute = await startTestApi({ projections: false, config: { sandbox: false, rateLimits: true } });
  const body = { account: 'a@example.com', account_type: 'email', scene: 'register' };
  const answer = await mute.send(sendVerifyCode, body);
  expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
  const { rows } = await mute.deps.pool.query('SELECT FROM runtime.outbox');
  expect(rows).toEqual([]);
  await mute.close();
});

test('finance and admins see undeliverable mail, and an admin resolves it', async () => {
  const [finance, member] = [await api.staff('finance'), await api.user()];
  const list = async () => (await api.call(listUndeliveredMessages, {}, admin)).data.list;
  server.answer({ status: 550, text: 'no such mailbox' });
  await api.deps.outbox.send({ to_user: member.user_id, template: 'password_changed', values: {} });
  const [failed] = await vi.waitFor(async () => {
    const found = await list();
    expect(found).toHaveLength(1);
    return found;
  }, TIMEOUT);
  expect(failed).toMatchObject({ failure: 'SMTP 550', template: 'password_changed', can_retry: true });
  expect(JSON.stringify(failed)).not.toContain('@');
  const overview = async () => (await api.call(getFinanceOverview, {}, finance)).data.attention;
  expect((await overview()).kinds).toContainEqual(expect.objectContaining({ kind: 'undelivered', count: 1 }));

  server.answer(undefined);
  const message_id = failed?.message_id ?? 0;
  const settle = (act: string, as = admin) => api.post(`/api/admin/${act}-message`, { message_id }, as);
  expect((await settle('retry', finance)).ec).toBe(40300);
  expect((await settle('retry')).ec).toBe(200);
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(1), TIMEOUT);
  expect((await settle('retry')).ec).toBe(40400);
  expect((await settle('dismiss')).ec).toBe(40400);
  expect(await list()).toEqual([]);
  expect((await overview()).kinds).not.toContainEqual(expect.objectContaining({ kind: 'undelivered' }));
});
