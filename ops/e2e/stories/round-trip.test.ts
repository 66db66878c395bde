import { expect, test } from 'vitest';
import { signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';
import type { Language } from '../words.ts';

const stage = onStage({ database: 'shared', demo: true });

test.each<Language>(['en-US', 'zh-CN'])(
  'the demo creator sees a whole round trip in %s',
  async (language) => {
    const creator = await stage.visitor({ language });
    const { page, t } = creator;
    await signInAs(creator, 'creator');
    await goTo(page, '/dashboard/dev');
    const example = page.getByRole('region', { name: 'TypeScript' });
    await example.getByText(/const token = "[\w-]{43}";/).waitFor();
    await page.getByRole('link', { name: t('open-receiver:open') }).click();

    await page.getByRole('button', { name: t('open-receiver:trip.order') }).click();
    const steps = page.getByRole('region', { name: t('open-receiver:trip.title') });
    const verdict = t('open-receiver:verdict.valid');
    await steps.getByText(t('open-receiver:verdict.rsa', { verdict })).waitFor();
    await steps.getByText(t('open-receiver:verdict.standard', { verdict })).waitFor();
    await steps.getByRole('button', { name: t('open-receiver:trip.run') }).click();
    await steps.getByText('ec 200').waitFor();
    const answer = await steps.getByRole('region', { name: t('open-receiver:trip.answer') }).textContent();
    const [order] = JSON.parse(answer ?? '').data.list;
    expect(order).toMatchObject({ status: 2, month: 1 });
    const calls = page.getByRole('region', { name: t('open-receiver:calls.title') });
    const call = calls.getByRole('button', { name: order.out_trade_no }).first();
    await call.click();
    await calls
      .getByRole('region', { name: t('open-receiver:calls.headers') })
      .getByText('webhook-signature')
      .waitFor();
    await seen(creator, 'round-trip');

    await page.getByText(t('open-receiver:answer.error'), { exact: true }).click();
    await page.getByText(t('open-receiver:answer.errorText')).waitFor();
    await page.getByRole('button', { name: t('open-receiver:trip.again') }).click();
    await calls.getByText(t('open-receiver:calls.error')).first().waitFor();
    await page.getByText(t('open-receiver:answer.ok'), { exact: true }).click();
    // Tried again after 5 seconds.
    await calls
      .getByText(t('open-receiver:calls.attempt', { attempt: 2 }))
      .first()
      .waitFor();
    await seen(creator, 'round-trip-again');
    await page.getByRole('button', { name: t('open-receiver:calls.clear') }).click();
    await page.getByText(t('open-receiver:calls.empty')).waitFor();
  },
);
