import { expect, test } from 'vitest';
import { goTo } from '../going.ts';
import { newCreator } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each([
  ['zh-CN', '2031年5月1日 20:00', '2031年5月', 'light'],
  ['en-US', '2031/5/1 20:00', 'May 2031', 'dark'],
] as const)(
  'in %s a date is typed as people write it, and picked from a calendar in that language',
  async (language, typed, month, theme) => {
    const creator = await stage.visitor({ language, theme, width: 390 });
    const { page, t } = creator;
    await newCreator(creator, 'Garden', `dates${language.slice(0, 2)}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/edit-plan')) sent.push(request.url());
    });
    await goTo(page, '/edit/shop?product_type=4');
    await page.getByRole('button', { name: t('catalog-selling:rounds.add') }).click();
    const field = page.getByRole('textbox', {
      name: t('catalog-selling:rounds.begin', { number: 1 }),
      exact: true,
    });
    // An empty field does not look filled.
    expect(await field.inputValue()).toBe('');
    expect(await field.getAttribute('placeholder')).toBe(t('shell:date.timePattern'));

    await field.fill('tomorrow');
    await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
    await page.getByText(t('shell:date.unreadable', { example: '2026-10-02 21:39' })).waitFor();
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);

    await field.fill(typed);
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('2031-05-01 20:00');

    await page
      .getByRole('button', { name: t('shell:date.pick') })
      .first()
      .click();
    const calendar = page.getByRole('dialog', { name: t('shell:date.pick') });
    await calendar.getByText(month).waitFor();
    await seen(creator, `date-${language}`);
    await calendar.getByRole('button', { name: /\b17\b|17日/ }).click();
    await calendar.getByRole('spinbutton', { name: t('shell:date.minute') }).fill('45');
    await calendar.getByRole('button', { name: t('shell:date.done') }).click();
    await expect.poll(() => field.inputValue()).toBe('2031-05-17 20:45');
  },
);
