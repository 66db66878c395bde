import { expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { mailText } from '#services/modules/messages/mail-text.ts';
import { openUnsubscribe } from '#services/modules/messages/unsubscribe.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { looksRight } from '../page-checks.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'throwaway' });

const secretsOfStage = () =>
  openSecrets({ dataDir: stage.dataDir(), production: false, env: {}, create: false });

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)(
  'a fan turns mails off by the link in one, and on again in the settings ($language)',
  async (look) => {
    const fan = await stage.visitor(look);
    const { user_id } = await signedUp(fan, somebody('小雨'));
    const { page, t } = fan;
    // As the worker of an installation with mail writes it.
    const of = openUnsubscribe(stage.database(), derivedRing(secretsOfStage().ring('vault'), 'unsubscribe'));
    const values = { plan_name: '咖啡', name: '林间', date: '2026-12-30' };
    const mail = mailText(
      { template: 'membership_ending', values },
      {
        language: look.language,
        expires_at: undefined,
        time_zone: 'Asia/Shanghai',
        publicUrl: stage.base(),
        unsubscribeToken: of.tokenOf(asUserId(user_id), 'membership'),
      },
    );
    const link = /http\S+\/unsubscribe\?token=\S+/.exec(mail.text)?.[0] ?? '';

    const cell = page.getByRole('checkbox', {
      name: t('messages-settings:cell', {
        event: t('messages-settings:event.membership.name'),
        channel: t('messages-settings:channel.mail'),
      }),
    });
    const isOn = async () => {
      // Nothing that the page had read before.
      await page.goto('/setting/notification');
      await cell.waitFor();
      return cell.isChecked();
    };
    expect(await isOn()).toBe(true);

    // A mail program, by one click: it has no session and no browser.
    const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(mail.unsubscribeUrl ?? '', click)).status).toBe(200);
    expect(await isOn()).toBe(false);
    await looksRight(fan);
    await cell.check();
    const saved = async () =>
      (await call(fan, getNotifyConfig)).events.find(({ event }) => event === 'membership')?.mail;
    await expect.poll(saved).toBe('on');
    expect(await isOn()).toBe(true);

    // A person, by the link: it opens a page in a browser without a session.
    const other = await stage.visitor(look);
    await other.page.goto(link);
    expect(new URL(other.page.url()).pathname).toBe('/unsubscribe');
    const button = other.page.getByRole('button', { name: t('messages-settings:unsubscribe.button') });
    await button.waitFor();
    await looksRight(other);
    expect(await isOn()).toBe(true);
    await button.click();
    await other.page.getByText(t('messages-settings:unsubscribe.done')).waitFor();
    await looksRight(other);
    expect(await isOn()).toBe(false);
  },
);
