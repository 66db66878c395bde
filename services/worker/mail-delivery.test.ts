import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { openSmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { named, startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { openAccounts } from '#services/modules/all.ts';
import type { Digest } from '#services/modules/messages/digest-lines.ts';
import { type Mailer, smtpMailer } from '#services/modules/messages/mailer.ts';
import { MESSAGE_KINDS } from '#services/modules/messages/message-kinds.ts';
import { setNotifyConfig } from '#services/modules/messages/notify-config.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { smsGateway } from '#services/modules/messages/sms-gateway.ts';
import { openUndelivered } from '#services/modules/messages/undelivered.ts';
import { openUnsubscribe, type Unsubscribe } from '#services/modules/messages/unsubscribe.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { smsSettings } from '#services/runtime/settings/sms.ts';
import { partsOf, startMailServer } from '#services/runtime/testing/mail-server.ts';
import { startSmsServer } from '#services/runtime/testing/sms-server.ts';
import { deliverDue, type MailDelivery } from './mail-delivery.ts';

let mailer: Mailer;
let outbox: Outbox;
let parts: MailDelivery & { unsubscribe: Unsubscribe };
let failures: string[] = [];
let digest: Digest = { notices: [], posts: [], hasMore: false };
const secrets = secretsOf('test');

const people = fixture(startTestAccounts);
const server = fixture(startMailServer);
beforeAll(async () => {
  const { clock, database, listener } = people;
  const channels = { sandbox: false, mail: true, sms: undefined };
  const services = await openAccounts({ pool: database.pool, clock, listener, secrets, channels });
  ({ outbox } = services);
  mailer = await smtpMailer({ url: server.url, from: 'Fanwatt <no-reply@shop.example>' });
  parts = {
    pool: database.pool,
    clock,
    mailer,
    sms: undefined,
    calendar: businessCalendar('Asia/Shanghai'),
    publicUrl: 'https://fanwatt.example',
    key: derivedRing(secrets.ring('vault'), 'outbox'),
    addressesOf: services.accounts.addressesOf,
    unsubscribe: openUnsubscribe(database.pool, derivedRing(secrets.ring('vault'), 'unsubscribe')),
    digestOf: async () => digest,
    onFailure: ({ message }) => failures.push(message),
  };
});
afterAll(async () => {
  mailer?.close();
});
afterEach(async () => {
  server.answer(undefined);
  server.received.length = 0;
  failures = [];
  await people.database.pool.query('DELETE FROM runtime.outbox');
});

const MINUTE = 60_000;
const pass = (ms: number) => people.clock.setOffset(people.clock.offset + ms);
const to_account = named('reader@example.com');
const sendCode = (language: 'zh-CN' | 'en-US' = 'en-US') =>
  outbox.send({
    to_account,
    language,
    template: 'verify_code',
    values: { code: '314159' },
    expires_at: people.clock.now() + 10 * MINUTE,
  });
const sendNotice = () =>
  outbox.send({ to_account, language: 'zh-CN', template: 'password_changed', values: {} });
async function row() {
  const { rows } = await people.database.pool.query(
    'SELECT sealed, sealed_to, due_at, delivered_at, failed_at, failure, attempts FROM runtime.outbox',
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('a message that is due', () => {
  test.each([
    ['en-US', 'Your verification code · Fanwatt', 'Hello,', 'Valid until', 'Please do not reply'],
    ['zh-CN', '验证码 · Fanwatt', '你好，', '有效期至', '请勿回复'],
  ] as const)('is sent as text and HTML in %s', async (language, subject, ...phrases) => {
    await sendCode(language);
    await deliverDue(parts);
    const [mail] = server.received;
    expect(mail).toMatchObject({ to: ['reader@example.com'], from: 'no-reply@shop.example' });
    const seen = partsOf(mail?.raw ?? '');
    expect(seen.subject).toBe(subject);
    for (const text of [seen.text, seen.html]) {
      for (const words of ['314159', 'Asia/Shanghai', ...phrases]) expect(text).toContain(words);
    }
    expect(mail?.raw).toContain(`lang="${language}"`.replace('=', '=3D'));
    expect(mail?.raw).toMatch(/^Message-ID: <message-\d+@shop\.example>/m);
  });

  test('to a user is sent to the account’s email address, in the user’s language', async () => {
    const account = named('member@example.com');
    const to_user = await people.accounts.members.add({ name: 'Fan', account, language: 'en-US' });
    if (!to_user) throw new Error('the account is taken');
    const values = { out_trade_no: '2001', plan_name: '<b>Mug</b>', amount: '5.00' };
    await outbox.send({ to_user, template: 'order_refunded', values });
    await deliverDue(parts);
    const seen = partsOf(server.received[0]?.raw ?? '');
    expect(server.received[0]?.to).toEqual(['member@example.com']);
    expect(seen.text).toContain('<b>Mug</b> 2001');
    expect(seen.html).toContain('&lt;b&gt;Mug&lt;/b&gt; 2001');
    // The application still shows it.
    expect(await row()).toMatchObject({ sealed: expect.any(Buffer), sealed_to: null, due_at: null });
  });

  test('of what is new has what is there when it leaves, and is not sent when nothing is left', async () => {
    const account = named('digest@example.com');
    const to_user = await people.accounts.members.add({ name: 'Fan', account, language: 'en-US' });
    if (!to_user) throw new Error('the account is taken');
    const make = () =>
      outbox.send({
        to_user,
        template: 'notice_digest',
        values: { items: ['· Removed'], from: '2026-11-28 09:00', to: '2026-11-29 08:59' },
      });
    await make();
    await deliverDue(parts);
    expect(server.received).toEqual([]);
    expect(await row()).toMatchObject({
      sealed: null,
      due_at: null,
      failed_at: null,
      failure: 'NOTHING_LEFT',
    });
    await people.database.pool.query('DELETE FROM runtime.outbox');
    digest = { notices: [], posts: [{ creator: 'Lin', title: 'Tea' }], hasMore: false };
    await make();
    await deliverDue(parts);
    const { text } = partsOf(server.received[0]?.raw ?? '');
    expect(text).toContain('Lin published “Tea”');
    expect(text).not.toContain('Removed');
    expect(text).toContain('https://fanwatt.example/setting/notification');
  });

  test('waits for the end of quiet hours, unless it is a duty', async () => {
    const { clock, database } = people;
    const account = named('quiet@example.com');
    const to_user = await people.accounts.members.add({ name: 'Fan', account, language: 'en-US' });
    if (!to_user) throw new Error('the account is taken');
    const { hour, minute } = parts.calendar.partsOf(clock.now());
    const from = hour * 60 + minute;
    await setNotifyConfig(database.pool, to_user, { quiet_hours: { from, to: (from + 90) % 1_440 } });
    const values = { plan_name: 'Tea', name: 'Lin', date: '2026-11-24 12:00' };
    await outbox.send({ to_user, template: 'membership_ending', values });
    await outbox.send({ to_user, template: 'password_changed', values: {} });
    const next = (await deliverDue(parts)) ?? 0;
    expect(server.received.map(({ raw }) => partsOf(raw).subject)).toEqual([
      'Your password was changed · Fanwatt',
    ]);
    expect(next - clock.now()).toBeGreaterThan(88 * MINUTE);
    pass(next - clock.now());
    expect(await deliverDue(parts)).toBeUndefined();
    expect(server.received).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  test('can be turned off by one click, if a switch of the settings governs it', async () => {
    const account = named('leaving@example.com');
    const to_user = await people.accounts.members.add({ name: 'Fan', account, language: 'en-US' });
    if (!to_user) throw new Error('the account is taken');
    digest = { notices: [], posts: [{ creator: 'Lin', title: 'Tea' }], hasMore: false };
    const linked: string[] = [];
    const templates = Object.keys(MESSAGE_KINDS) as (keyof typeof MESSAGE_KINDS)[]; // keys have no names
    for (const template of templates) {
      server.received.length = 0;
      // Values do not matter here, only the kind of message.
      const values = { from: '2026-11-28 09:00', to: '2026-11-29 08:59' };
      await outbox.send({ to_user, template, values } as Parameters<Outbox['send']>[0]);
      await deliverDue(parts);
      // Long headers go on in the next line.
      const raw = (server.received[0]?.raw ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
      expect(raw).toContain('leaving@example.com');
      const url =
        /^List-Unsubscribe: <(https:\/\/fanwatt\.example\/api\/mail\/unsubscribe\?token=\S+)>\r$/m.exec(
          raw,
        )?.[1];
      expect(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m.test(raw)).toBe(url !== undefined);
      const token = url && new URL(url).searchParams.get('token');
      expect(partsOf(server.received[0]?.raw ?? '').text.includes('/unsubscribe?token=')).toBe(
        token !== undefined,
      );
      if (!token) continue;
      linked.push(template);
      expect((await parts.unsubscribe.state(token))?.event).toBe(MESSAGE_KINDS[template].event);
    }
    expect(linked).toEqual([
      'membership_ending',
      'membership_ended',
      'new_sale',
      'daily_sales',
      'weekly_summary',
      'notice_digest',
    ]);
  });

  test('leaves nothing personal behind, and is not sent again', async () => {
    await sendCode();
    expect((await row()).sealed.includes('314159')).toBe(false);
    await deliverDue(parts);
    expect(await row()).toMatchObject({ sealed: null, sealed_to: null, due_at: null, failed_at: null });
    expect(await deliverDue(parts)).toBeUndefined();
    expect(server.received).toHaveLength(1);
  });

  test('of a hundred together each is sent once', async () => {
    await Promise.all(Array.from({ length: 100 }, sendNotice));
    await deliverDue(parts);
    expect(server.received).toHaveLength(100);
    expect(new Set(server.received.map(({ raw }) => /^Message-ID: .*/m.exec(raw)?.[0])).size).toBe(100);
  });

  test('to a user with only a phone is dropped, without an alert', async () => {
    await outbox.send({
      to_account: named('13800000000'),
      language: 'zh-CN',
      template: 'account_exists',
      values: {},
    });
    await deliverDue(parts);
    expect(await row()).toMatchObject({ due_at: null, failed_at: null, failure: 'NO_ADDRESS', sealed: null });
  });
});

describe('a message to a person with only a phone', () => {
  const gateway = fixture(startSmsServer);
  const PER_DAY = 4;
  let texting: MailDelivery;
  beforeAll(() => {
    const { clock, database, accounts } = people;
    const settings = smsSettings({ SMS_URL: gateway.url });
    if (!settings) throw new Error('no gateway');
    const { attempts } = accounts;
    const limits = openSmsLimits({ pool: database.pool, clock, attempts, perDay: PER_DAY });
    texting = { ...parts, sms: { gateway: smsGateway(settings), limits } };
  });
  afterEach(() => {
    gateway.answer();
    gateway.received.length = 0;
    pass(25 * 60 * MINUTE);
  });
  const codeTo = (phone: string) =>
    outbox.send({
      to_account: named(phone),
      language: 'zh-CN',
      template: 'verify_code',
      values: { code: '271828' },
      expires_at: people.clock.now() + 10 * MINUTE,
    });
  const textsOf = () => gateway.received.map(({ body }): string => JSON.parse(body).text);

  test('is a text message if it is about the account; news is only shown', async () => {
    const account = named('13800001111');
    const to_user = await people.accounts.members.add({ name: 'Fan', account });
    if (!to_user) throw new Error('the account is taken');
    await outbox.send({ to_user, template: 'password_changed', values: {} });
    await outbox.send({
      to_user,
      template: 'order_refunded',
      values: { out_trade_no: '2001', plan_name: 'Mug', amount: '5.00' },
    });
    await deliverDue(texting);
    expect(textsOf()).toEqual([expect.stringContaining('密码')]);
    expect(server.received).toEqual([]);
  });

  test('leaves once, and neither table nor log has number or code', async () => {
    gateway.answer({ status: 503, text: '+8613800002222 271828' });
    await codeTo('13800002222');
    const next = (await deliverDue(texting)) ?? 0;
    expect(await row()).toMatchObject({ failure: 'SMS 503', failed_at: null });
    gateway.answer();
    pass(next - people.clock.now());
    await deliverDue(texting);
    expect(await deliverDue(texting)).toBeUndefined();
    expect(new Set(gateway.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(textsOf()[1]).toContain('271828');
    expect(await row()).toMatchObject({ sealed: null, sealed_to: null, failure: '' });
    expect(failures.join()).not.toMatch(/271828|13800002222/);
  });

  test('is not sent after those of a day, and the log says so', async () => {
    for (let n = 0; n < PER_DAY + 3; n += 1) await codeTo(`1380000300${n}`);
    await deliverDue(texting);
    expect(gateway.received).toHaveLength(PER_DAY);
    expect(failures).toHaveLength(3);
    expect(failures[0]).toContain('text messages of a day');
    pass(25 * 60 * MINUTE);
    await codeTo('13800004000');
    await deliverDue(texting);
    expect(gateway.received).toHaveLength(PER_DAY + 1);
  });

  test('that the gateway refuses costs nothing of the day', async () => {
    gateway.answer({ status: 400 });
    for (let n = 0; n < PER_DAY; n += 1) await codeTo(`1380000500${n}`);
    await deliverDue(texting);
    gateway.answer();
    await codeTo('13800006000');
    await deliverDue(texting);
    expect(gateway.received).toHaveLength(PER_DAY + 1);
  });
});

describe('a server that fails', () => {
  test('is retried with growing pauses, and then the message is sent', async () => {
    server.answer({ status: 451, text: 'try later' });
    await sendNotice();
    const pauses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const next = (await deliverDue(parts)) ?? 0;
      pauses.push(next - people.clock.now());
      pass(next - people.clock.now());
    }
    expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([5, 15, 60, 300]);
    server.answer(undefined);
    await deliverDue(parts);
    expect(server.received).toHaveLength(1);
    expect((await row()).failure).toBe('');
  });

  test('is given up after a day; the message waits for an admin, who sends it again', async () => {
    server.answer({ status: 451, text: 'try later' });
    await sendNotice();
    const begun = people.clock.now();
    for (let next = await deliverDue(parts); next !== undefined; next = await deliverDue(parts)) {
      pass(next - people.clock.now());
    }
    expect((people.clock.now() - begun) / 3_600_000).toBeCloseTo(22.4, 0);
    const undelivered = openUndelivered(people.database.pool, people.clock);
    const { list, total_count } = await undelivered.list({ limit: 10, offset: 0 });
    expect(total_count).toBe(1);
    expect(list[0]).toMatchObject({
      template: 'password_changed',
      failure: 'SMTP 451',
      can_retry: true,
      attempts: 10,
    });
    server.answer(undefined);
    expect(await undelivered.retry(list[0]?.id ?? 0)).toBe(true);
    await deliverDue(parts);
    expect(server.received).toHaveLength(1);
    expect((await undelivered.list({ limit: 10, offset: 0 })).total_count).toBe(0);
  });

  test('a refused recipient ends it immediately; the server’s text about the address is not stored', async () => {
    server.answer({ status: 550, text: 'no such mailbox' });
    await sendNotice();
    expect(await deliverDue(parts)).toBeUndefined();
    expect(await row()).toMatchObject({ failure: 'SMTP 550', attempts: 1, due_at: null });
    expect((await row()).failed_at).not.toBeNull();
    expect(failures).toEqual([expect.stringMatching(/^message \d+ is given up after 1 tries: SMTP 550$/)]);
  });

  test('and is away altogether holds nothing up for long', async () => {
    const away = await smtpMailer({ url: `smtp://127.0.0.1:1`, from: 'a@shop.example' });
    await sendNotice();
    await deliverDue({ ...parts, mailer: away });
    expect((await row()).failure).toMatch(/^E[A-Z]+$/);
    expect((await row()).due_at).not.toBeNull();
    await deliverDue(parts);
  });

  test('with a wrong password is not the message’s fault', async () => {
    const wrong = await smtpMailer({ url: server.url.replace('shop:', 'other:'), from: 'a@shop.example' });
    await sendNotice();
    await deliverDue({ ...parts, mailer: wrong });
    expect(await row()).toMatchObject({ failure: 'SMTP 535', failed_at: null });
  });
});

describe('a code', () => {
  test('is not sent after it expired, and is not kept', async () => {
    await sendCode();
    pass(10 * MINUTE);
    await deliverDue(parts);
    expect(server.received).toEqual([]);
    expect(await row()).toMatchObject({ sealed: null, sealed_to: null, failure: 'EXPIRED', due_at: null });
    const undelivered = openUndelivered(people.database.pool, people.clock);
    const { list } = await undelivered.list({ limit: 10, offset: 0 });
    expect(list[0]).toMatchObject({ template: 'verify_code', can_retry: false });
    expect(await undelivered.retry(list[0]?.id ?? 0)).toBe(false);
    expect(await undelivered.dismiss(list[0]?.id ?? 0)).toBe(true);
    expect((await undelivered.list({ limit: 10, offset: 0 })).total_count).toBe(0);
  });

  test('that waits for the server is given up at the moment it expires', async () => {
    server.answer({ status: 451, text: 'try later' });
    await sendCode();
    const begun = people.clock.now();
    for (let next = await deliverDue(parts); next !== undefined; next = await deliverDue(parts)) {
      pass(next - people.clock.now());
    }
    expect(people.clock.now() - begun).toBeLessThanOrEqual(10 * MINUTE + 1_000);
    expect(await row()).toMatchObject({ sealed: null, failure: expect.stringMatching(/EXPIRED|SMTP 451/) });
  });
});

test('a message sealed under another key is given up, and the others leave', async () => {
  await sendNotice();
  await people.database.pool.query("UPDATE runtime.outbox SET sealed = '\\x00'::bytea || sealed");
  await sendNotice();
  await deliverDue(parts);
  expect(server.received).toHaveLength(1);
});

test('killed between the server’s word and its own row, a worker sends again under the same Message-ID', async () => {
  await sendNotice();
  const killed: Mailer = {
    ...mailer,
    async send(mail) {
      await mailer.send(mail);
      throw new Error('killed');
    },
  };
  await expect(deliverDue({ ...parts, mailer: killed })).rejects.toThrow('killed');
  await deliverDue(parts);
  const ids = server.received.map(({ raw }) => /^Message-ID: .*/m.exec(raw)?.[0]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
