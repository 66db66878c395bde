import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { bankCardStream, certificationStream, staffStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { changeRole, decideCertification } from '#services/contract/staff/admin.ts';
import { approveBankReview, rejectBankReview } from '#services/contract/withdrawals/bank-reviews.ts';
import { codes, goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const guarded = fixture(() => startServers(api));
const careless = fixture(() => startServers(api, false));
const one = fixture(() => api.staff('finance'));
const two = fixture(() => api.staff('finance'));
const three = fixture(() => api.staff('admin'));

const types = async (stream: string): Promise<string[]> =>
  (await api.deps.log.readStream(stream)).map(({ type }) => type);

describe('a bank card that one approves while another rejects it', () => {
  async function run(servers: Servers) {
    const { user_id } = await api.user();
    const review_id = await api.deps.vault.put(user_id, 'payee', '{}');
    await api.deps.pool.query(
      `INSERT INTO accounts.withdraw_methods (user_id, kind, vault_ref, status, updated_at)
       VALUES ($1, 'bank', $2, 2, 0)`,
      [user_id, review_id],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? servers.call(n, approveBankReview, { id: review_id }, one!)
          : servers.call(n, rejectBankReview, { id: review_id, remark: '照片不清晰' }, two!),
      ),
    );
    return { review_id, answers, types: await types(bankCardStream(review_id)) };
  }

  it('is the first decision, once, and its row is the same', async () => {
    const { review_id, answers, types: typesOfRun } = await run(guarded);
    expect(typesOfRun).toHaveLength(1);
    expect(codes(answers)).toEqual([200, 40902]);
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(4);
    const { rows } = await api.deps.pool.query(
      'SELECT status FROM accounts.withdraw_methods WHERE vault_ref = $1',
      [review_id],
    );
    expect(rows).toEqual([{ status: typesOfRun[0] === 'BankCardApproved' ? 1 : 4 }]);
  });

  it('negative control: without expected versions both are written down', async () => {
    expect(await goesWrong(async () => (await run(careless)).types.length > 1)).toBe(true);
  });
});

describe('a creator whom one admin certifies while another rejects', () => {
  const other = fixture(() => api.staff('admin'));

  async function run(servers: Servers) {
    const { user_id } = await api.creator();
    const { certifications } = api.deps.accounts;
    await certifications.submit(user_id, 'https://example.com/me');
    const shown = (await certifications.of(user_id))?.application_id;
    const id = shown ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? servers.call(n, decideCertification, { id, verdict: 'approve' }, three!)
          : servers.call(n, decideCertification, { id, verdict: 'reject', reason: 'another name' }, other),
      ),
    );
    return { user_id, answers, types: await types(certificationStream(user_id)) };
  }

  it('is the first decision, once, for all readers', async () => {
    const { user_id, answers, types: typesOfRun } = await run(guarded);
    expect(typesOfRun).toHaveLength(1);
    expect(codes(answers)).toEqual([200, 40902]);
    const approved = typesOfRun[0] === 'CertificationApproved';
    expect((await api.deps.accounts.profiles.byId(user_id))?.is_verified).toBe(approved ? 1 : 0);
    expect((await api.deps.accounts.certifications.of(user_id))?.status).toBe(approved ? 1 : 2);
  });

  it('negative control: without expected versions both are written down', async () => {
    expect(await goesWrong(async () => new Set((await run(careless)).types).size > 1)).toBe(true);
  });
});

describe('two admins who revoke each other’s role concurrently', () => {
  /** All other admins lose the role first, without events. */
  async function alone(): Promise<[TestUser, TestUser]> {
    const { staff } = api.deps.accounts;
    for (const user of await staff.holders('admin')) await staff.revoke(user, 'admin');
    return [await api.staff('admin'), await api.staff('admin')];
  }
  const revoked = async (user: UserId) => (await types(staffStream(user))).includes('StaffRoleRevoked');

  async function run(servers: Servers) {
    const [mei, li] = await alone();
    const take = (n: number, as: TestUser, { user_id }: TestUser) =>
      servers.call(n, changeRole, { user_id, role: 'admin', granted: false, reason: 'quarrel' }, as);
    const answers = await Promise.all([take(0, mei, li), take(1, li, mei)]);
    const both = (await revoked(mei.user_id)) && (await revoked(li.user_id));
    return { answers, both };
  }

  it('leave one, who was first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { answers, both } = await run(guarded);
      expect(codes(answers)).toEqual([200, 40300]);
      expect(both).toBe(false);
      expect(await api.deps.accounts.staff.holders('admin')).toHaveLength(1);
    }
  });

  it('negative control: without expected versions no admin is left', async () => {
    expect(await goesWrong(async () => (await run(careless)).both)).toBe(true);
  });
});
