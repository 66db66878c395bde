import { describe, expect, test } from 'vitest';
import { becomeCreator, eventForm, HOLDERS, newPerson, putOnSale, somebody } from '#ops/actors/people.ts';
import { keptPictureOf } from '../../seen.ts';
import { onEngine } from '../engine-stage.ts';
import { ENGINES } from '../engines.ts';

const HOUR_S = 3_600;

describe.each(ENGINES)('in %s', (name) => {
  const stage = onEngine(name);

  test('a fan finds a creator, signs up on the way, buys, and has the order and the ticket', async () => {
    const creator = await newPerson(stage.base(), somebody('Ida Garden'));
    await becomeCreator(creator, { name: 'Ida Garden', url_slug: `fan${name}` });
    const begin_time = Math.ceil(Date.now() / 1000 / HOUR_S + 24) * HOUR_S;
    await putOnSale(
      creator,
      eventForm('Garden concert', begin_time, { name: 'Lawn', price: '30.00', stock: 9 }),
    );
    const fan = await stage.tab();
    const { t } = fan;

    await fan.go(`/a/fan${name}?tab=shop`);
    await fan.press('link', 'Garden concert');
    await fan.sees('¥30.00');
    await fan.press('link', t('orders-buying:item.buy'));
    await fan.isAt('/order/create');
    await fan.press('link', new RegExp(`^${t('orders-buying:create.signIn')}`));
    await fan.press('link', t('accounts:reg.submit'));
    await fan.signUp(somebody('Noor'));
    await fan.isAt('/order/create');
    // The ticket needs a holder.
    await fan.go('/setting/identity');
    await fan.press('button', t('tickets-identities:add'));
    await fan.write(t('tickets-identities:field.name'), HOLDERS[0].name);
    await fan.write(t('tickets-identities:field.number'), HOLDERS[0].id_card);
    await fan.press('button', t('shell:action.save'));
    await fan.sees('林**');
    await fan.back();
    await fan.isAt('/order/create');
    await fan.press('button', new RegExp(`^${t('orders-buying:create.place')}`));
    await fan.isAt('/cashier');
    await fan.press('button', t('orders-buying:cashier.success'));
    await fan.sees(t('orders-buying:check.paid'));
    await keptPictureOf(fan.picture, `${name}-paid`);

    await fan.go('/dashboard/order');
    await fan.sees('Garden concert');
    await fan.go('/dashboard/ticket');
    await fan.press('button', new RegExp(`^${t('tickets:show')}`));
    await fan.seesElement('[role="dialog"] svg');
    await keptPictureOf(fan.picture, `${name}-ticket`);
    expect(await fan.run(() => document.cookie, undefined)).not.toContain('auth_token');
  });
});
