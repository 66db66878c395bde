import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  quickLogin,
  register,
  sendQuickLoginCode,
  sendVerifyCode,
} from '#services/contract/accounts/passport.ts';
import { bindBank, getWithdrawInfo, verifyBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { smsSettings } from '#services/runtime/settings/sms.ts';
import { startMailServer } from '#services/runtime/testing/mail-server.ts';
import { startSmsServer } from '#services/runtime/testing/sms-server.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let worker: Program;
const gateway = fixture(startSmsServer);
const mailServer = fixture(startMailServer);

/** As in production: no sandbox, a gateway for text messages, and a separate worker that calls it. */
beforeAll(async () => {
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Fanwatt <no-reply@shop.example>' };
  const sms = { SMS_URL: gateway.url, SMS_AUTH: 'Bearer token' };
  api = await startTestApi({
    projections: false,
    config: {
      production: true,
      sandbox: false,
      mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
      sms: smsSettings(sms),
    },
  });
  worker = await startProgram('worker', api, {
    NODE_ENV: 'production',
    SANDBOX: '0',
    RATE_LIMITS: 'on',
    ...mail,
    ...sms,
    PUBLIC_URL: 'https://shop.example',
  });
});
afterAll(async () => {
  await worker?.stop();
  await api?.close();
});

/** The newest code that the gateway got for the number. */
const codeTo = (number: string, after = 0): Promise<string> =>
  vi.waitFor(
    () => {
      const sent = gateway.received
        .map(({ body }): { to: string; code: string } => JSON.parse(body))
        .filter(({ to }) => to === number);
      const code = sent.at(-1)?.code;
      if (code === undefined || sent.length <= after) throw new Error('no text message yet');
      return code;
    },
    { timeout: 45_000, interval: 50 },
  );

test('in production a person registers with a phone, and signs in by a code', async () => {
  const account = '138 0000 7777';
  const to = { account, account_type: 'phone' } as const;
  await api.data(sendVerifyCode, { ...to, scene: 'register' });
  const code = await codeTo('+8613800007777');
  const { user } = await api.data(register, { account, code, password: 'long enough', name: 'Caller' });
  await api.data(sendQuickLoginCode, to);
  const signedIn = await api.data(quickLogin, { account, code: await codeTo('+8613800007777', 1) });
  expect(signedIn.user.user_id).toBe(user.user_id);
});

test('a number of another country is refused by field', async () => {
  const to = { account: '+44 7700 900000', account_type: 'phone', scene: 'register' } as const;
  const answer = await api.call(sendVerifyCode, to, undefined, { 'locale-lang': 'en-US' });
  expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
  expect(answer.em).toBe('Phone numbers of this country or region are not supported');
});

test('a bank card is proved by a code, and then waits for its review', async () => {
  const creator = await api.creator();
  const card = { ...SAMPLE_CARD, mobile_number: '13800008888' };
  await api.data(bindBank, card, creator);
  await api.data(verifyBank, { sms_code: await codeTo('+8613800008888') }, creator);
  expect((await api.data(getWithdrawInfo, {}, creator)).bang).toMatchObject({ status: 2 });
});
