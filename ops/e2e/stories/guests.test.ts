import { expect, test } from 'vitest';
import { guardedAddresses } from '../login-routes.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a guest at any address that needs a session goes to /login, which leads back', async () => {
  const { page } = await stage.visitor({ language: 'zh-CN' });
  const backs: string[] = [];
  const atLogin = async (address: string) => {
    await page.goto(address);
    await expect.poll(() => new URL(page.url()).pathname, { message: address }).toBe('/login');
    return new URL(page.url()).searchParams.get('back') ?? '';
  };
  const addresses = guardedAddresses();
  // Some pages add what they show by default.
  for (const address of addresses) backs.push(new URL(await atLogin(address), stage.base()).pathname);
  expect(addresses.length).toBeGreaterThan(60);
  expect(backs).toEqual(addresses);
  // With what it shows.
  const orders = '/dashboard/order?status=2&page=3';
  expect(await atLogin(orders)).toBe(orders);
});
