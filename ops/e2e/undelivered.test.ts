import { test } from 'vitest';
import { demoVisitor } from './demo-people.ts';
import { goTo } from './going.ts';
import { seen } from './seen.ts';
import { onStage } from './stage.ts';

const stage = onStage({ database: 'throwaway', demo: true });

/** As the worker leaves them behind: given up, one of them a code that is not kept. */
async function giveUp(): Promise<void> {
  await stage.database().query(
    `INSERT INTO runtime.outbox (to_index, template, language, sealed, created_at, attempts, failed_at, failure)
     VALUES ('', 'order_refunded', 'zh-CN', '\\x00', now_ms, 10, now_ms, 'SMTP 451'),
            ('', 'verify_code', 'zh-CN', NULL, now_ms, 3, now_ms, 'EXPIRED')`.replaceAll(
      'now_ms',
      '(extract(epoch FROM now()) * 1000)::bigint',
    ),
  );
}

test('messages that were given up are shown to finance and settled by an admin', async () => {
  const [admin, finance] = [await demoVisitor(stage, 'admin'), await demoVisitor(stage, 'finance')];
  await giveUp();
  await goTo(finance.page, '/finance');
  await finance.page.getByText(finance.t('finance:attention.why.undelivered', { count: 2 })).waitFor();

  const { page, t } = admin;
  await goTo(page, '/admin/staff');
  const part = page.getByRole('region', { name: t('staff:undelivered.title') });
  const row = (template: 'order_refunded' | 'verify_code') =>
    part.getByRole('row').filter({ hasText: t(`staff:undelivered.kind.${template}`) });
  await row('order_refunded').getByText('SMTP 451').waitFor();
  await seen(admin, 'admin-undelivered');
  const dismiss = { name: t('staff:undelivered.dismiss') };
  await row('verify_code').getByRole('button', dismiss).click();
  await row('verify_code').waitFor({ state: 'detached' });
  await row('order_refunded')
    .getByRole('button', { name: t('staff:undelivered.retry') })
    .click();
  await part.waitFor({ state: 'detached' });
});
