import { sendBindCode } from '#services/contract/accounts/binding.ts';
import { checkForgetCode, sendQlCode, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { bindBank, resendBankCode } from '#services/contract/withdrawals/withdraw-methods.ts';
import { openAttempts } from '#services/modules/accounts/attempts.ts';
import { openSmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { leaver } from '../../../testing/leaving.ts';
import { voter } from '../../../testing/voting.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

const codes = 'services/modules/accounts/verify-codes.ts';
const sms = 'services/modules/accounts/codes/sms-limits.ts';
const CODE = '000000';

const CARD = {
  number: '11010519491231002X',
  name: '王小明',
  mobile_number: '13800138000',
  bank_acct_no: '6222000012345678',
  bank_code: 'ICBC',
};

/** Codes to an email address or phone, and text messages. */
export function limitsOfCodes(callers: Callers): readonly Row[] {
  const { api, call } = callers;
  const { row, fromOne, byOne, named, phone } = rowsOf(callers);
  const smsOf = () =>
    [0, 1].map(() => {
      const { pool, clock } = api().deps;
      return openSmsLimits({ pool, clock, attempts: openAttempts(pool, clock), perDay: 1_000 });
    });
  const sending = (user?: string) => async () => {
    const both = smsOf();
    return async (n: number) => (((await both[n % 2]?.sending(user))?.wait ?? 0) > 0 ? 42900 : 200);
  };

  return [
    row(`${codes} RESEND_SECONDS`, 'code to an account in 180 seconds', [1], 'own', async () => {
      const account = named(0);
      return (n) => call(n, sendVerifyCode, { account, account_type: 'email' });
    }),
    row(`${codes} resendSeconds`, 'code to the phone of a bank card in 60 seconds', [1], 'own', async () => {
      const as = await api().creator();
      await api().data(bindBank, CARD, as);
      const { clock } = api().deps;
      clock.setOffset(clock.offset + 61_000);
      return (n) => call(n, resendBankCode, {}, { as });
    }),
    row(
      `${codes} CODES_SENT`,
      'codes of a person in a day',
      [20],
      'attempts',
      byOne((n, as) => call(n, sendBindCode, { account: phone(n), account_type: 'phone' }, { as })),
    ),
    row(`${codes} LOGIN_ATTEMPTS`, 'guesses at the codes of an account', [10, 50], 'attempts', async () => {
      const { account } = await leaver(api());
      await api().data(sendQlCode, { account, account_type: 'email' });
      return (n) => call(n, checkForgetCode, { account, code: CODE });
    }),
    row(`${sms} BY_PERSON`, 'text messages that a person requests', [20], 'attempts', async () => {
      const [both, { user_id: user }] = [smsOf(), await voter(api())];
      return async (n: number) => (((await both[n % 2]?.code({ user }))?.wait ?? 0) > 0 ? 42900 : 200);
    }),
    row(
      `${sms} BY_ADDRESS`,
      'text messages of an address',
      [20],
      'attempts',
      fromOne((n, address) =>
        call(n, sendQlCode, { account: phone(100 + n), account_type: 'phone' }, { address }),
      ),
    ),
    row(
      `${sms} strangers`,
      'text messages of strangers',
      [500],
      'attempts',
      async () => (n) => call(n, sendQlCode, { account: phone(200 + n), account_type: 'phone' }),
    ),
    row(`${sms} NOTICES`, 'notices by text message to a person', [5], 'attempts', sending('somebody')),
    row(`${sms} all`, 'text messages of all', [1_000], 'attempts', sending()),
  ];
}
