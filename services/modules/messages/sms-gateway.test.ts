import { afterEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { smsSettings } from '#services/runtime/settings/sms.ts';
import { startSmsServer } from '#services/runtime/testing/sms-server.ts';
import { MessageFailed } from './message-failed.ts';
import { smsGateway } from './sms-gateway.ts';

const server = fixture(startSmsServer);
afterEach(() => {
  server.answer();
  server.received.length = 0;
});

const sms = {
  id: 'message-7',
  to: '+8613800000000',
  text: 'Your “code” is "314159"\n& 1 \\ 2',
  code: '314159',
  template: 'verify_code',
  language: 'en-US',
};

function gateway(env: Readonly<Record<string, string>> = {}, timeoutMs?: number) {
  const settings = smsSettings({ SMS_URL: server.url, ...env });
  if (settings === undefined) throw new Error('no gateway');
  return smsGateway(settings, timeoutMs);
}
const failure = (env: Readonly<Record<string, string>> = {}, timeoutMs?: number) =>
  gateway(env, timeoutMs)
    .send(sms)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

describe('a message', () => {
  test('is one JSON request with a key that names it', async () => {
    await gateway({ SMS_AUTH: 'Bearer token-1' }).send(sms);
    const [request] = server.received;
    expect(JSON.parse(request?.body ?? '')).toEqual(sms);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'message-7',
      authorization: 'Bearer token-1',
    });
  });

  test('has the form and the names that the gateway expects; values add no field', async () => {
    await gateway({
      SMS_AUTH: 'sid:secret',
      SMS_BODY: 'To={to}&From=%2B15550100&Body=【Shop】{text}',
    }).send(sms);
    const [request] = server.received;
    const fields = new URLSearchParams(request?.body);
    expect(Object.fromEntries(fields)).toEqual({
      To: sms.to,
      From: '+15550100',
      Body: `【Shop】${sms.text}`,
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('sid:secret').toString('base64')}`,
    });
  });

  test('of another country is not taken', () => {
    const { reaches } = gateway({ SMS_COUNTRIES: '86, 852' });
    expect(['+8613800000000', '+85291234567', '+447700900000', '13800000000'].map(reaches)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a failure has a code without number and text', () => {
  test.each([
    [{ status: 400, text: sms.text }, 'SMS 400', true],
    [{ status: 422 }, 'SMS 422', true],
    [{ status: 401 }, 'SMS 401', false],
    [{ status: 429 }, 'SMS 429', false],
    [{ status: 503, text: sms.to }, 'SMS 503', false],
    [{ status: 302 }, 'SMS 302', false],
  ] as const)('%j', async (answer, reason, permanent) => {
    server.answer(answer);
    const failed = await failure();
    expect(failed).toBeInstanceOf(MessageFailed);
    expect(failed).toMatchObject({ reason, permanent, message: reason });
    expect(server.received).toHaveLength(1);
  });

  test('a success whose text says otherwise', async () => {
    server.answer({ status: 200, text: '{"code":15,"to":"+8613800000000"}' });
    expect(await failure({ SMS_OK: '"code":0' })).toMatchObject({ reason: 'SMS_NOT_OK', permanent: false });
    server.answer();
    expect(await failure({ SMS_OK: '"code":0' })).toBeUndefined();
  });

  test('silence, and a gateway that is away', async () => {
    server.answer('silent');
    expect(await failure({}, 50)).toMatchObject({ reason: 'SMS_TIMEOUT', permanent: false });
    const away = await failure({ SMS_URL: 'http://127.0.0.1:1/' });
    expect(away).toBeInstanceOf(MessageFailed);
    expect(String(away)).not.toContain(sms.to);
  });
});
