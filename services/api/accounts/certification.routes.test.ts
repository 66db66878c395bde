import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { checkCertification, submitCertification } from '#services/contract/accounts/certification.ts';
import { getProfile } from '#services/contract/catalog/creators.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const url = 'https://example.com/me';
const submit = (as: Awaited<ReturnType<TestApi['creator']>>, to = url) =>
  api.call(submitCertification, { url: to }, as);

describe('certification', () => {
  test('is granted immediately in the sandbox, and public', async () => {
    const creator = await api.creator();
    const check = () => api.call(checkCertification, {}, creator);
    expect((await check()).data).toMatchObject({ status: -1, is_verified: 0, submit_time: null });
    expect((await submit(creator)).data).toMatchObject({ status: 1, url, is_verified: 1 });
    expect((await check()).data).toMatchObject({ status: 1, url, is_verified: 1 });
    expect((await api.call(getMyProfile, {}, creator)).data.user.is_verified).toBe(1);
    const page = await api.call(getProfile, { user_id: creator.user_id });
    expect(page.data.user.is_verified).toBe(1);
    expect((await submit(creator)).ec).toBe(40902);
  });

  test('waits for a decision where there is no sandbox', async () => {
    const plain = await startTestApi({ projections: false, config: { sandbox: false, rateLimits: true } });
    const creator = await plain.creator();
    const name = 'proof.png';
    await addOlderRows(plain.deps.pool, creator.user_id, [name]);
    const { data } = await plain.call(submitCertification, { url: `/files/${name}` }, creator);
    expect(data).toMatchObject({ status: 0, is_verified: 0, review_time: null });
    await plain.close();
  });

  test.each([
    '',
    'javascript:alert(1)',
    'example.com',
    '/etc/passwd',
    '/files/of-another.png',
    `https://${'x'.repeat(600)}`,
    'http://a b',
  ])('is not requested by %j', async (bad) => {
    const { ec, data } = await submit(await api.creator(), bad);
    expect([ec, data]).toMatchObject([40000, { errors: [{ field: 'url' }] }]);
  });

  test('is for creators', async () => {
    expect((await submit({ ...(await api.user()), url_slug: '' })).ec).toBe(40300);
  });
});

describe('rights', () => {
  test('the owner sees all of them, except revoked ones', async () => {
    const creator = await api.creator();
    const rights = async () => (await api.call(getMyProfile, {}, creator)).data.rights;
    expect(await rights()).toMatchObject({
      bundle: true,
      can_sale_ticket_user: true,
      add_permanent_plan: true,
    });
    await openRightsRegister(api.deps.pool, api.deps.clock).take(creator.user_id, 'bundle');
    expect(await rights()).toMatchObject({ bundle: false, can_sale_ticket_user: true });
  });

  test('a fan has none', async () => {
    const { data } = await api.call(getMyProfile, {}, await api.user());
    expect(Object.values(data.rights)).not.toContain(true);
  });
});
