import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { cancelOrder, createOrder } from '#services/contract/orders/orders.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each(['zh-CN', 'en-US'] as const)(
  'closing an account is requested after what is open is finished, and taken back (%s)',
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
    await page.getByRole('link', { name: t('accounts:close.title'), exact: true }).click();
    await page.getByRole('link', { name: t('accounts:close.openOrders', { count: 1 }) }).waitFor();
    await seen(here, `closing-open-${language}`);

    await call(here, cancelOrder, { out_trade_no });
    const yes = page.getByRole('button', { name: t('accounts:close.submit') });
    const password = page.getByLabel(t('accounts:field.password'), { exact: true });
    await password.fill('not-the-password');
    await yes.click();
    await expect.poll(() => password.getAttribute('data-invalid')).toBe('true');
    await seen(here, `closing-${language}`);
    await password.fill(person.password);
    await yes.click();
    const back = page.getByRole('button', { name: t('accounts:close.takeBack') });
    await back.waitFor();
    await seen(here, `closing-requested-${language}`);
    await back.click();
    await page.getByText(t('accounts:close.takenBack')).waitFor();
    await yes.waitFor();
    here.troubles.splice(0);
  },
);
