import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { cancelOrder, createOrder } from '#services/contract/orders/orders.ts';
import { newCreator, signedUp, signIn } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each(['zh-CN', 'en-US'] as const)(
  'an account is deleted under /setting/account, after what is open is finished (%s)',
  async (language) => {
    const creator = await stage.visitor({ language });
    await newCreator(creator, '山有木', `deletion${language.slice(3)}`);
    const { plan_id } = await putOnSale(creator, { name: 'Coffee', product_type: 0, price: '30.00' });
    const look = language === 'zh-CN' ? { width: 390 } : { width: 1280, theme: 'dark' as const };
    const here = await stage.visitor({ language, ...look });
    const person = somebody('林间');
    await signedUp(here, person);
    const order = { plan_id, month: 1 };
    const { out_trade_no } = await call(here, createOrder, order);
    const { page, t } = here;
    await page.goto('/setting/account');
    const section = page.getByRole('region', { name: t('accounts:setting.deletion'), exact: true });
    await section.getByRole('link', { name: t('accounts:setting.deletionOrders', { count: 1 }) }).waitFor();
    await seen(here, `deletion-open-${language}`);

    await call(here, cancelOrder, { out_trade_no });
    const yes = t('accounts:setting.deleteAccount');
    await section.getByRole('button', { name: yes }).click();
    const dialog = page.getByRole('dialog');
    const password = dialog.getByLabel(t('accounts:field.password'), { exact: true });
    await password.fill('not-the-password');
    await password.press('Enter');
    await expect.poll(() => password.getAttribute('data-invalid')).toBe('true');
    await seen(here, `deletion-${language}`);
    await password.fill(person.password);
    await dialog.getByRole('button', { name: yes }).click();
    await page.waitForURL('/');
    await page.getByText(t('accounts:setting.deleted')).waitFor();
    await page.goto('/setting/account');
    await page.waitForURL('**/login?**');
    await expect(signIn(here, person)).rejects.toThrow();
    here.troubles.splice(0);
  },
);
