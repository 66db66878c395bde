import { describe, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import {
  bindBank,
  changeBank,
  editWithdrawMethod,
  getWithdrawInfo,
  resendBankCode,
  searchBank,
  setDefaultWithdrawMethod,
  verifyBank,
  verifyIdentityBank,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let creator: TestUser;
const api = fixture(() => startTestApi({ projections: false }));

const CARD = {
  number: '11010519491231002X',
  name: '王小明',
  mobile_number: '138 0013 8000',
  bank_acct_no: '6222 0000 1234 5678',
  bank_code: 'ICBC',
};

const info = (as = creator) => api.data(getWithdrawInfo, {}, as);
const fields = ({ data }: { data: unknown }) =>
  (data as { errors: { field: string }[] }).errors.map(({ field }) => field).sort();
async function codeSentTo(account: string): Promise<string> {
  const { data } = await api.call(sandboxOutbox, { account });
  return data.list[0]?.code ?? '';
}
async function bind(card: object, as = creator): Promise<void> {
  expect(await api.send(bindBank, card, as)).toMatchObject({
    ec: 200,
    data: { resend_after: 60 },
  });
  const sms_code = await codeSentTo('13800138000');
  expect((await api.call(verifyBank, { sms_code }, as)).ec).toBe(200);
}

describe('wallets', () => {
  test('are checked by field, kept, and shown masked', async () => {
    creator = await api.creator();
    expect(await info()).toMatchObject({ default: 1, apy: null, pp: null, bang: null });
    const phone = { realname: ' ', account: '13800138000' };
    const wrong = await api.call(editWithdrawMethod, { type: 'pp', ...phone }, creator);
    expect(fields(wrong)).toEqual(['realname']);
    const paypal = { type: 'pp', realname: 'Wang', account: '13800138000' };
    expect(fields(await api.send(editWithdrawMethod, paypal, creator))).toEqual(['account']);
    const alipay = { type: 'apy', realname: '王小明', account: 'wang@example.com' };
    expect((await api.send(editWithdrawMethod, alipay, creator)).ec).toBe(200);
    expect((await info()).apy).toEqual({ realname: '王**', account: 'w***@example.com' });
  });

  test.each([
    ['apy', ' ＷＡＮＧ＠Example.com\u200b ', 'wang@example.com'],
    ['apy', '＋８６ １３８-0013-8000', '13800138000'],
    ['pp', 'Wang@bücher.example', 'wang@xn--bcher-kva.example'],
  ])('an account of %s that was typed as %s is paid to as %s', async (type, account, paid) => {
    const own = await api.creator();
    expect((await api.send(editWithdrawMethod, { type, realname: 'Wang', account }, own)).ec).toBe(200);
    const { methods } = await api.deps.withdrawMethods.of(own.user_id);
    expect(methods.map(({ payee }) => payee)).toMatchObject([{ account: paid }]);
  });

  test('the default must be active', async () => {
    const none = await api.call(setDefaultWithdrawMethod, { withdraw_type: 7 }, creator);
    expect(none.ec).toBe(40000);
    const form = { type: 'pp', realname: 'Wang', account: 'wang@example.com' };
    await api.send(editWithdrawMethod, form, creator);
    expect((await api.call(setDefaultWithdrawMethod, { withdraw_type: 2 }, creator)).ec).toBe(200);
    expect((await info()).default).toBe(2);
  });
});

describe('a bank card', () => {
  test('is checked by field', async () => {
    const card = { ...CARD, number: '123', name: '', mobile_number: '1', bank_acct_no: 'x', bank_code: 'no' };
    const refused = await api.call(bindBank, card, creator);
    expect(fields(refused)).toEqual(['bank_acct_no', 'bank_code', 'mobile_number', 'name', 'number']);
  });

  test('is proved by a code, which can be sent again after a minute, and then reviewed', async () => {
    creator = await api.creator();
    expect((await api.call(verifyBank, { sms_code: '000000' }, creator)).ec).toBe(40902);
    expect((await api.call(bindBank, CARD, creator)).ec).toBe(200);
    expect(await info()).toMatchObject({ bank_code_awaited: true, bank_code_mobile: '*******8000' });
    const resend = () => api.call(resendBankCode, {}, creator);
    expect(await api.call(bindBank, CARD, creator)).toMatchObject({ ec: 42900 });
    expect(await resend()).toMatchObject({ ec: 42900 });
    api.deps.clock.setOffset(api.deps.clock.offset + 61_000);
    expect(await resend()).toMatchObject({ ec: 200, data: { resend_after: 60 } });
    api.deps.clock.setOffset(api.deps.clock.offset + 61_000);
    await bind(CARD);
    expect(await info()).toMatchObject({
      bank_code_awaited: false,
      bang: { status: 1, name: '王**', bank_acct_no: '************5678', mobile_number: '*******8000' },
    });
    const set = (withdraw_type: number) => api.send(setDefaultWithdrawMethod, { withdraw_type }, creator);
    // Every code of a bank is the bank card.
    for (const type of [3, 7, 8, 9, 10, 15, 16, 17, 18, 19, 20]) {
      expect((await set(type)).ec).toBe(200);
      expect((await info()).default).toBe(7);
    }
    for (const type of [0, 4, 5, 6, 11, 14, 21]) expect((await set(type)).ec).toBe(40000);
  });

  test('is changed in the same way, and keeps its owner; a wrong code changes nothing', async () => {
    api.deps.clock.setOffset(api.deps.clock.offset + 61_000);
    const card = { mobile: '13800138000', account_no: '6222000012349999', bank_code: 'CMB' };
    expect((await api.call(changeBank, card, creator)).ec).toBe(200);
    const right = await codeSentTo('13800138000');
    const sms_code = right === '111111' ? '222222' : '111111';
    expect(fields(await api.call(verifyBank, { sms_code }, creator))).toEqual(['sms_code']);
    expect((await info()).bang?.bank_acct_no).toMatch(/5678$/);
    expect((await api.call(verifyIdentityBank, { sms_code: right }, creator)).ec).toBe(200);
    expect((await info()).bang).toMatchObject({ bank_acct_no: '************9999', name: '王**' });
  });

  test('keeps its owner’s name and number without needless blanks, a wallet likewise', async () => {
    const spaced = await api.creator();
    const card = { ...CARD, name: ' 王　 小明 ', number: '１１０１０５ 19491231 002x' };
    expect((await api.call(bindBank, card, spaced)).ec).toBe(200);
    const { withdrawMethods } = api.deps;
    const draft = await withdrawMethods.draftOf(spaced.user_id);
    expect([draft?.name, draft?.number]).toEqual(['王 小明', CARD.number]);
    const wallet = { type: 'apy', realname: ' Wang\u00A0 Xiaoming ', account: 'wang@example.com' };
    expect((await api.send(editWithdrawMethod, wallet, spaced)).ec).toBe(200);
    const { methods } = await withdrawMethods.of(spaced.user_id);
    expect(methods[0]?.payee).toMatchObject({ realname: 'Wang Xiaoming' });
  });

  test('that replaced the proved one meanwhile needs a code of its own', async () => {
    const other = await api.creator();
    expect((await api.call(bindBank, CARD, other)).ec).toBe(200);
    const replaced = { ...CARD, mobile_number: '13900139000', bank_acct_no: '6222000012347777' };
    const { bankCodes, withdrawMethods } = api.deps;
    const form = { ...replaced, bank_branch_code: '', mobile_bank: '' };
    const use = vi.spyOn(bankCodes, 'use').mockImplementationOnce(async () => {
      expect(await withdrawMethods.draftBank(other.user_id, form)).toBeUndefined();
      return true;
    });
    const sms_code = await codeSentTo('13800138000');
    expect((await api.call(verifyBank, { sms_code }, other)).ec).toBe(40902);
    use.mockRestore();
    expect(await info(other)).toMatchObject({ bang: null, bank_code_mobile: '*******9000' });
  });

  test('another person’s card is rejected with a remark', async () => {
    const other = await api.creator();
    await bind({ ...CARD, bank_acct_no: '6222000012340000' }, other);
    const { bang } = await info(other);
    expect(bang?.status).toBe(4);
    expect(bang?.remark).not.toBe('');
    expect((await api.call(setDefaultWithdrawMethod, { withdraw_type: 7 }, other)).ec).toBe(40000);
  });
});

test('bank suggestions are five at most', async () => {
  const ask = async (name: string) => (await api.call(searchBank, { name }, creator)).data.list;
  expect(await ask('')).toHaveLength(5);
  expect((await ask('招商')).map(({ code }) => code)).toEqual(['CMB']);
});
