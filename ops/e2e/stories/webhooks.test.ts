import { test } from 'vitest';
import { goTo } from '../going.ts';
import { newCreator } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a creator adds a webhook, sends a test, opens its call in the log and deletes the webhook', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const { page, t } = creator;
  await newCreator(creator, 'Hook Garden', 'hookgarden');
  await goTo(page, '/dashboard/dev');
  await page.getByRole('button', { name: t('open-webhooks:create') }).click();
  const form = page.getByRole('dialog', { name: t('open-webhooks:create') });
  const url = form.getByLabel(t('open-webhooks:url'));
  await url.fill('http://127.0.0.1:8080/hook');
  await form.getByRole('button', { name: t('open-webhooks:create') }).click();
  await form.locator('[aria-invalid="true"]').waitFor();
  await seen(creator, 'webhook-refused');
  await url.fill('https://bot.invalid/hook');
  await form.getByLabel(t('open-webhooks:topic.ticket_used')).check();
  await form.getByRole('button', { name: t('open-webhooks:create') }).click();
  const made = page.getByRole('dialog', { name: t('open-webhooks:secret') });
  await made.getByText(/^whsec_/).waitFor();
  await made.getByRole('button', { name: t('shell:action.close') }).click();
  await made.waitFor({ state: 'hidden' });

  const menu = page.getByRole('button', { name: t('open-webhooks:menu', { host: 'bot.invalid' }) });
  await menu.click();
  await page.getByRole('menuitem', { name: t('open-webhooks:test') }).click();
  await page
    .getByRole('button', { name: t('open-webhooks:log.open', { subject: t('open-webhooks:log.test') }) })
    .click();
  await page.getByText('202106232138371083454010626').waitFor();
  await seen(creator, 'webhook-call');
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: t('open-webhooks:delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('open-webhooks:delete'), exact: true })
    .click();
  await page.getByText(t('open-webhooks:empty')).waitFor();
});
