import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { accessToken, allowAuthorization, oauthPerson } from '#services/contract/open/oauth.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared' });

/** The other site: it answers every request. */
const site = fixture(async () => {
  const server = createServer((_request, response) => response.end('<link rel="icon" href="data:,">Welcome'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the other site does not listen');
  return { callback: `http://127.0.0.1:${address.port}/back`, close: () => void server.close() };
});

/** An application, made on the developer page. */
async function makeApp({ page, t }: Visitor): Promise<Record<'client_id' | 'client_secret', string>> {
  await goTo(page, '/dashboard/dev');
  await page.getByRole('button', { name: t('open-apps:own.create') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('open-apps:own.name')).fill('Reading room');
  const addresses = dialog.getByLabel(t('open-apps:own.addresses'));
  await addresses.fill('http://reader.example/back');
  await dialog.getByRole('button', { name: t('open-apps:own.create') }).click();
  await expect.poll(() => addresses.getAttribute('aria-invalid')).toBe('true');
  await addresses.fill(site.callback);
  await dialog.getByRole('button', { name: t('open-apps:own.create') }).click();
  const shown = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).textContent()) ?? '';
  await page.getByText(t('open-apps:own.secretText')).waitFor();
  return { client_id: await shown('client_id'), client_secret: await shown('client_secret') };
}

test('a fan signs in to another site, sees what it gets, and ends it in the settings', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await newCreator(creator, '林间', 'oauth1');
  const { client_id, client_secret } = await makeApp(creator);
  const redirect_uri = site.callback;
  await signedUp(fan, somebody('Noor'));
  const { page, t, base } = fan;
  const asked = (input: object) =>
    `/oauth2/authorize?${new URLSearchParams({ client_id, redirect_uri, ...input })}`;
  /** The other site's handler of the redirect. */
  const tokens = async (back: string) => {
    const code = new URL(back).searchParams.get('code') ?? '';
    const fields = { client_id, client_secret, grant_type: 'authorization_code', code, redirect_uri };
    const body = new URLSearchParams(fields);
    const answer = await fetch(base + accessToken.path, { method: 'POST', body });
    return (await answer.json()) as { access_token: string; data: { name: string } };
  };

  await goTo(page, asked({ state: '007 &x' }));
  await page.getByText(t('open-apps:scope.basic')).waitFor();
  await page.getByRole('button', { name: t('open-apps:ask.refuse') }).click();
  await page.getByText(t('open-apps:ask.refusedText')).waitFor();
  expect(new URL(page.url()).origin).toBe(base);
  await page.getByRole('button', { name: t('open-apps:ask.back') }).click();
  await page.getByRole('button', { name: t('open-apps:ask.allow') }).press('Enter');
  await page.waitForURL(`${site.callback}?**`);
  expect(new URL(page.url()).searchParams.get('state')).toBe('007 &x');
  const { access_token, data } = await tokens(page.url());
  expect(data.name).toBe('Noor');
  const headers = { authorization: `Bearer ${access_token}` };
  const statusOf = async () => (await fetch(base + oauthPerson.path, { headers })).status;
  expect(await statusOf()).toBe(200);

  await page.goto(`${base}/setting/apps`);
  await page.getByRole('button', { name: t('open-apps:connected.endOf', { name: 'Reading room' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('open-apps:connected.end') })
    .click();
  await page.getByText(t('open-apps:connected.empty')).waitFor();
  expect(await statusOf()).toBe(401);

  const scope = 'basic orders edit-replies';
  const { redirect } = await call(creator, allowAuthorization, {
    client_id,
    redirect_uri,
    scope,
  });
  await tokens(redirect);
  const walked = await walk(creator, [
    { name: 'authorize', path: asked({ scope }) },
    { name: 'authorize-invalid', path: asked({ scope: 'all' }) },
    { name: 'connected-one', path: '/setting/apps' },
    { name: 'developer-apps', path: '/dashboard/dev' },
  ]);
  expect(walked).toEqual([]);
});
