import { expect, test } from 'vitest';
import { certificationStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkCertification } from '#services/contract/accounts/certification.ts';
import { decideCertification, getCertification, listCertifications } from '#services/contract/staff/admin.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const admin = fixture(() => api.staff('admin'));

/** In the sandbox an application is approved immediately; here it is undecided. */
async function asking(as?: TestUser): Promise<TestUser & { application_id: string }> {
  const creator = as ?? (await api.creator());
  await api.deps.accounts.certifications.submit(creator.user_id, 'https://example.com/me');
  const found = await api.deps.accounts.certifications.of(creator.user_id);
  return { ...creator, application_id: found?.application_id ?? '' };
}
const review = (id: string, verdict: string, reason = '', as = admin) =>
  api.send(decideCertification, { id, verdict, reason }, as);
const certificationOf = async (creator: TestUser) => (await api.call(checkCertification, {}, creator)).data;

test('an admin looks at the evidence with a recorded reason, and approves once', async () => {
  const creator = await asking();
  const list = await api.call(listCertifications, {}, admin);
  const { application_id: id, user_id, name } = creator;
  expect(list.data.list).toMatchObject([{ application_id: id, user_id, name, status: 0 }]);
  const url = `/api/admin/certifications/${id}`;
  expect((await api.get(url, admin)).ec).toBe(40000);
  const seen = await api.data(getCertification, { id, reason: 'review' }, admin);
  expect(seen).toEqual({ application_id: id, url: 'https://example.com/me' });
  const { rows } = await api.deps.pool.query('SELECT staff_id, reason FROM accounts.staff_reads');
  expect(rows).toEqual([{ staff_id: admin.user_id, reason: 'review' }]);

  const done = await review(id, 'approve');
  expect(done.data).toMatchObject({ changed: true });
  expect((await review(id, 'approve')).data).toMatchObject({ changed: false });
  expect((await review(id, 'reject', 'late')).ec).toBe(40902);
  expect(await certificationOf(creator)).toMatchObject({ status: 1, is_verified: 1, remark: '' });
  expect((await api.get(url, admin, { reason: 'again' })).ec).toBe(40400);
});

test('the creator reads the reason of a rejection; new evidence is pending, and the old cannot be decided', async () => {
  const creator = await asking();
  expect((await review(creator.application_id, 'reject', ' ')).ec).toBe(40000);
  expect((await review(creator.application_id, 'hold', 'a bigger picture, please')).ec).toBe(200);
  expect(await certificationOf(creator)).toMatchObject({ status: 3, remark: 'a bigger picture, please' });
  expect((await review(creator.application_id, 'reject', 'another name')).ec).toBe(200);
  expect(await certificationOf(creator)).toMatchObject({ status: 2, remark: 'another name', is_verified: 0 });
  const renewed = await asking(creator);
  expect(await certificationOf(creator)).toMatchObject({ status: 0, remark: '' });
  expect((await review(creator.application_id, 'approve')).ec).toBe(40400);
  expect((await review(renewed.application_id, 'approve')).ec).toBe(200);
  const events = await api.deps.log.readStream(certificationStream(creator.user_id));
  const by = admin.user_id;
  expect(events).toMatchObject([
    { type: 'CertificationHeld', data: { by, application_id: creator.application_id } },
    { type: 'CertificationRejected', data: { by, reason: 'another name' } },
    { type: 'CertificationApproved', data: { by, application_id: renewed.application_id, reason: '' } },
  ]);
});

test('nobody decides on their own certification, and finance on none', async () => {
  const creator = await asking();
  await api.deps.accounts.staff.grant(creator.user_id, 'admin');
  expect((await review(creator.application_id, 'approve', '', creator)).ec).toBe(40300);
  const finance = await api.staff('finance');
  expect((await review(creator.application_id, 'approve', '', finance)).ec).toBe(40300);
  expect((await review('nothing', 'approve')).ec).toBe(40400);
  expect((await review(creator.application_id, 'crown')).ec).toBe(40000);
});
