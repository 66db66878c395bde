import { describe, expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, bought, newPerson, putOnSale, somebody } from '#ops/actors/people.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { keptPictureOf } from '../../seen.ts';
import { onEngine } from '../engine-stage.ts';
import { ENGINES } from '../engines.ts';

const BREAK_MS = 5_000;
/** After this time the page's stream is open. */
const STREAM_MS = 2_000;

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

describe.each(ENGINES)('in %s', (name) => {
  const stage = onEngine(name);

  test('a creator sees new income at once, also after a short break, and changes a plan', async () => {
    const ida = somebody('Ida Garden');
    const self = await newPerson(stage.base(), ida);
    await becomeCreator(self, { name: ida.name, url_slug: `creator${name}` });
    const plan = await putOnSale(self, { name: 'Tea', product_type: 0, price: '30.00' });
    const fan = await newPerson(stage.base(), somebody('Noor'));
    const pays = (month: number) => bought(fan, { plan_id: plan.plan_id, product_type: 0, month });

    const tab = await stage.tab();
    const { t } = tab;
    await tab.signIn(ida);
    await tab.go('/dashboard/stats');
    await tab.sees(t('stats:newest.empty'));
    await pays(1);
    await tab.sees('¥30.00');
    await keptPictureOf(tab.picture, `${name}-income`);

    // The stream is new and has sent nothing, so the browser cannot name a last event.
    await tab.reload();
    await tab.sees('¥30.00');
    await pause(STREAM_MS);
    tab.cut();
    await pays(2);
    await pause(BREAK_MS);
    tab.mend();
    await tab.sees('¥90.00');

    // After another page the browser restores this page from memory, and its updates continue.
    await tab.go('/healthz');
    await tab.back();
    await tab.sees('¥90.00');
    await pays(3);
    await tab.sees('¥180.00');

    await tab.go(`/edit/shop?plan_id=${plan.plan_id}&product_type=0`);
    await tab.write(t('catalog-editor:editor.name'), 'Green tea');
    await tab.press('button', t('shell:action.save'));
    await tab.isAt('/setting/plan');
    const { plan: saved } = await call(self, getPlan, { plan_id: plan.plan_id });
    expect(saved.name).toBe('Green tea');

    await tab.go('/edit/shop?product_type=4');
    const begin = t('catalog-selling:rounds.begin', { number: 1 });
    await tab.press('button', t('catalog-selling:rounds.add'));
    await tab.write(begin, '2031/5/1 20:00');
    await tab.press('button', t('shell:date.pick'));
    await tab.sees('May 2031');
    await keptPictureOf(tab.picture, `${name}-date`);
    await tab.press('button', '17 May 2031');
    await tab.press('button', t('shell:date.done'));
    const shown = (label: string) =>
      [...document.querySelectorAll('input')].find(({ labels }) => labels?.[0]?.textContent === label)?.value;
    expect(await tab.run(shown, begin)).toBe('2031-05-17 20:00');
  });
});
