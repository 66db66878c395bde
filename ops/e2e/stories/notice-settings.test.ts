import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { endNoticeBar, listAllNoticeBars } from '#services/contract/notices/notice-bars.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

test.for([
  ['zh-CN', undefined],
  ['en-US', 390],
] as const)(
  'an admin writes a notice that a fan closes, and the fan chooses when mails come, in %s',
  async ([language, width]) => {
    const admin = await demoVisitor(stage, 'admin', language);
    const [zh, en] = [`今晚 3 点维护 ${language}`, `Maintenance at 3:00 ${language}`];
    {
      const { page, t } = admin;
      await goTo(page, '/admin/notices');
      await page.getByRole('button', { name: t('staff:bars.new') }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(t('staff:bars.zh')).fill(zh);
      await form.getByLabel(t('staff:bars.en')).fill(en);
      await form.getByLabel(t('staff:bars.path')).fill('/about');
      await form.getByLabel(t('staff:reason.label')).fill('planned');
      await looksRight(admin);
      await form.getByRole('button', { name: t('staff:bars.save') }).click();
      await page.getByRole('article').getByText(zh).waitFor();
      await looksRight(admin);
    }

    const fan = await stage.visitor({ language, ...(width && { width }) });
    await signedUp(fan, somebody('小满'));
    const { page, t } = fan;
    await goTo(page, '/setting/notification');
    const text = language === 'zh-CN' ? zh : en;
    const bar = page
      .getByRole('complementary', { name: t('shell:noticeBar.label') })
      .filter({ hasText: text });
    await bar.waitFor();
    await looksRight(fan);
    await bar.getByRole('button', { name: t('shell:noticeBar.close') }).click();
    await expect.poll(() => bar.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: t('messages-settings:digest.title') }).waitFor();

    await page.getByText(t('messages-settings:digest.weekly'), { exact: true }).click();
    const config = () => call(fan, getNotifyConfig);
    await expect.poll(config).toMatchObject({ digest: 'weekly' });
    // A slow request is not overtaken by that of the next choice.
    await page.route(`**${editNotifyConfig.path}`, (route) => sleep(2_000).then(() => route.continue()), {
      times: 1,
    });
    let answers = 0;
    page.on('requestfinished', (request) => {
      if (request.url().endsWith(editNotifyConfig.path)) answers += 1;
    });
    await page.getByLabel(t('messages-settings:quiet.on')).click();
    await page.getByLabel(t('messages-settings:quiet.to'), { exact: true }).selectOption('08:30');
    await expect.poll(() => answers).toBe(2);
    expect(await config()).toMatchObject({ digest: 'weekly', quiet_hours: { from: 1_320, to: 510 } });
    await looksRight(fan);
    // The check has been answered long ago.
    expect(await bar.count()).toBe(0);

    const { list } = await call(admin, listAllNoticeBars);
    const own = list.filter(({ text_zh }) => text_zh === zh);
    for (const { bar_id } of own) await call(admin, endNoticeBar, { bar_id, reason: 'over' });
  },
);
