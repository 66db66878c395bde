import { expect, test } from 'vitest';
import { goTo } from '../going.ts';
import { newCreator } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a creator chooses a theme; a colour that is typed is sent once, after a pause', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await newCreator(creator, 'Theme Garden', 'themegarden');
  await goTo(page, '/setting/creator');
  const theme = page.getByRole('region', { name: t('creator:theme.title') });
  await theme.getByRole('radio', { name: t('creator:theme.kind.blue') }).check();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/save-theme-color')) sent.push(request.postDataJSON());
  });
  // All of them within one pause: the page cannot answer in between.
  await theme.getByRole('textbox').evaluate((field) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const color of ['rgb(1, 2, 3)', 'rgb(10, 20, 30)', 'rgb(30, 120, 90)']) {
      set?.call(field, color);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect
    .poll(() => theme.getByRole('radio', { name: t('creator:theme.kind.custom'), exact: true }).isChecked())
    .toBe(true);
  expect(sent).toEqual([{ theme_id: 'custom', theme_color: 'rgb(30,120,90)' }]);
  await seen(creator, 'themes');
});
