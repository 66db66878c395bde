import { describe, expect, test } from 'vitest';
import { bankCardStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import {
  approveBankReview,
  cardAnswer,
  documentAnswer,
  listBankReviews,
  rejectBankReview,
} from '#services/contract/withdrawals/bank-reviews.ts';
import {
  getWithdrawInfo,
  setDefaultWithdrawMethod,
  submitIdentityBank,
  verifyBank,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { answers } from '../http/answer.ts';
import { pictures } from '../testing/pictures.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const NUMBER = '11010519491231002X';
const MOBILE = '13800138000';
/** In the sandbox a number that ends so is left to finance. */
const WAITS = '6222000012341111';

const api = fixture(() => startTestApi({ projections: false }));
const desk = fixture(() => api.staff('finance'));

const fields = ({ data }: { data: unknown }) =>
  (data as { errors: { field: string }[] }).errors.map(({ field }) => field).sort();

async function upload(as: TestUser, side: string, picture: Buffer = pictures.png, identity_no = NUMBER) {
  const form = new FormData();
  form.set('identity_no', identity_no);
  form.set('card_side', side);
  form.set('file', new Blob([new Uint8Array(picture)]), 'card.png');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/bang/upload-file',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${as.token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ ec: number; data: { fileId: string; errors: { field: string }[] } }>();
}

async function verify(as: TestUser): Promise<number> {
  const { data } = await api.call(sandboxOutbox, { account: MOBILE });
  const sms_code = data.list[0]?.code;
  const verified = await api.send(verifyBank, { sms_code }, as);
  expect(verified.ec).toBe(200);
  return verified.data.status;
}

const form = (certImg1: string, certImg2: string) => ({
  account_name: '王小明',
  identity_no: NUMBER,
  mobile: MOBILE,
  account_no: WAITS,
  bank_code: 'CMB',
  bank_name: '招商银行',
  certDate1: '2020-01-02',
  certDate2: '2040-01-02',
  certAddress: '北京市朝阳区 1 号',
  certImg1,
  certImg2,
  issuingName: '朝阳分局',
  nation: '汉',
});

/** @returns the review that waits for finance */
async function waitingCard(creator: TestUser): Promise<string> {
  const [front, back] = [await upload(creator, 'FRONT'), await upload(creator, 'BACK')];
  const begun = await api.call(submitIdentityBank, form(front.data.fileId, back.data.fileId), creator);
  expect(begun).toMatchObject({ ec: 200, data: { resend_after: 60 } });
  expect(await verify(creator)).toBe(2);
  return (await waiting()).find(({ user_id }) => user_id === creator.user_id)?.review_id ?? '';
}

const waiting = async () => (await api.data(listBankReviews, {}, desk)).list;

const eventsOf = async (id: string) =>
  (await api.deps.log.readStream(bankCardStream(id))).map(({ type, data }) => [type, data]);

const bang = async (as: TestUser) => (await api.call(getWithdrawInfo, {}, as)).data.bang;

describe('pictures of an identity card', () => {
  test('are accepted if they are pictures of at most 1 MB, for a valid number', async () => {
    const creator = await api.creator();
    expect(fields(await upload(creator, 'FRONT', pictures.png, '123'))).toEqual(['identity_no']);
    expect(fields(await upload(creator, 'LEFT'))).toEqual(['card_side']);
    expect(fields(await upload(creator, 'FRONT', Buffer.from('no picture')))).toEqual(['file']);
    expect(fields(await upload(creator, 'FRONT', Buffer.alloc(1_048_577)))).toEqual(['file']);
    expect((await upload(creator, 'FRONT')).ec).toBe(200);
  });

  test('are the person’s own, of the same number, each of its side', async () => {
    const [one, other] = [await api.creator(), await api.creator()];
    const front = (await upload(one, 'FRONT')).data.fileId;
    const strange = (await upload(other, 'BACK')).data.fileId;
    const submit = (a: string, b: string) => api.call(submitIdentityBank, form(a, b), one);
    expect(fields(await submit(front, strange))).toEqual(['certImg2']);
    expect(fields(await submit(strange, front))).toEqual(['certImg1', 'certImg2']);
    const wrong = { ...form(front, front), mobile: '1', certDate2: '2019-01-01' };
    expect(fields(await api.call(submitIdentityBank, wrong, one))).toEqual(['certDate2']);
    const number = { ...form(front, front), mobile: '1', account_no: 'x' };
    expect(fields(await api.call(submitIdentityBank, number, one))).toEqual(['account_no', 'mobile']);
  });
});

describe('a card under review', () => {
  test('finance looks at it with a reason and approves it, and it can be used', async () => {
    const creator = await api.creator();
    const id = await waitingCard(creator);
    const url = `/api/finance/bank-reviews/${id}`;
    expect((await api.get(url, desk)).ec).toBe(40000);
    const card = await api.get(url, desk, { reason: 'review' });
    answers(cardAnswer)[200].parse(card);
    expect(card.data).toMatchObject({ card: { bank_acct_no: WAITS, issuingName: '朝阳分局' } });
    const picture = await api.get(`${url}/document`, desk, { side: 'BACK', reason: 'review' });
    answers(documentAnswer)[200].parse(picture);
    expect(picture.data).toMatchObject({ mime: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) });
    const { rows } = await api.deps.pool.query('SELECT staff_id, reason FROM accounts.staff_reads');
    expect(rows).toEqual([
      { staff_id: desk.user_id, reason: 'review' },
      { staff_id: desk.user_id, reason: 'review' },
    ]);
    expect((await api.call(setDefaultWithdrawMethod, { withdraw_type: 7 }, creator)).ec).toBe(40000);

    expect((await api.post(`${url}/approve`, {}, desk)).data).toMatchObject({ status: 1 });
    expect((await api.post(`${url}/approve`, {}, desk)).ec).toBe(200);
    expect((await api.post(`${url}/reject`, { remark: 'late' }, desk)).ec).toBe(40902);
    expect(await bang(creator)).toMatchObject({ status: 1 });
    expect((await api.call(setDefaultWithdrawMethod, { withdraw_type: 7 }, creator)).ec).toBe(200);
    expect((await api.get(url, desk, { reason: 'again' })).ec).toBe(40400);
    const data = { review_id: id, user_id: creator.user_id, by: desk.user_id, reason: '' };
    expect(await eventsOf(id)).toEqual([['BankCardApproved', data]]);
  });

  test('is rejected with a remark, which its creator reads; nobody reviews their own card', async () => {
    api.deps.clock.setOffset(api.deps.clock.offset + 61_000);
    const creator = await api.creator();
    const id = await waitingCard(creator);
    await api.deps.accounts.staff.grant(creator.user_id, 'finance');
    expect((await api.call(approveBankReview, { id }, creator)).ec).toBe(40300);
    const reject = (remark: string) => api.call(rejectBankReview, { id, remark }, desk);
    expect((await reject(' ')).ec).toBe(40000);
    expect((await reject(`卡号 ${WAITS} 不对`)).ec).toBe(40000);
    expect((await reject('照片不清晰')).data).toMatchObject({ status: 4 });
    expect(await eventsOf(id)).toMatchObject([
      ['BankCardRejected', { by: desk.user_id, reason: '照片不清晰' }],
    ]);
    expect(await bang(creator)).toMatchObject({ status: 4, remark: '照片不清晰' });
    expect((await waiting()).map(({ user_id }) => user_id)).not.toContain(creator.user_id);
    const { rows } = await api.deps.pool.query('SELECT template FROM runtime.outbox WHERE to_user = $1', [
      creator.user_id,
    ]);
    expect(rows).toEqual([{ template: 'bank_card_rejected' }]);

    // Sent in again, the pictures of before leave the vault with the card that they came with.
    api.deps.clock.setOffset(api.deps.clock.offset + 61_000);
    await waitingCard(creator);
    const stored = await api.deps.pool.query(
      `SELECT count(*)::int AS count FROM accounts.vault WHERE user_id = $1 AND kind = 'document'`,
      [creator.user_id],
    );
    expect(stored.rows).toEqual([{ count: 2 }]);
  });
});
