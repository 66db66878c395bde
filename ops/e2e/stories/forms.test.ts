import sharp from 'sharp';
import { expect, test } from 'vitest';
import { goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { goTo } from '../going.ts';
import { showIn } from '../in-language.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** The field that has the focus, by the label next to it. */
const focused = 'document.activeElement?.closest(".mantine-InputWrapper-root")?.textContent ?? ""';

test('a count field shows the count in force, and takes full-width digits', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await newCreator(creator, '数量小店', 'countshop');
  const { plan_id } = await putOnSale(
    creator,
    goodsForm('明信片', { name: '春', price: '12.00', stock: 99 }),
  );
  await goTo(page, `/item/${plan_id}`);
  const field = page.getByRole('textbox', { name: t('orders-buying:item.count') });
  for (const [typed, shown] of [
    ['88', '88'],
    ['', '88'],
    ['0', '1'],
    ['１２', '12'],
    ['200', '99'],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    expect(await field.inputValue()).toBe(shown);
  }
});

test('a plan is not published twice while the next page is loading', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await newCreator(creator, '慢网小店', 'slowshop');
  await goTo(page, '/edit/shop?product_type=0');
  await page.getByRole('textbox', { name: t('catalog-editor:editor.name') }).fill('一杯咖啡');
  await page.getByLabel(t('catalog-editor:editor.priceMonth')).fill('５．５');
  const { promise: open, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => open.then(() => route.continue()));
  const publish = page.getByRole('button', { name: t('catalog-editor:editor.publish') });
  const saved = page.waitForResponse(`**${savePlan.path}`);
  await publish.click();
  await (await saved).finished();
  await page.waitForTimeout(500);
  expect(await publish.isDisabled()).toBe(true);
  resolve();
  await page.waitForURL('/setting/plan');
  await page.getByText('¥5.50').first().waitFor();
});

test('a refused plan moves to its first error', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { page, t } = creator;
  await newCreator(creator, '焦点小店', 'focusshop');
  await goTo(page, '/edit/shop?product_type=1');
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await expect.poll(() => page.evaluate<string>(focused)).toContain(t('catalog-editor:editor.name'));
});

test('a cover that is too small is refused when it is chosen', async () => {
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = fan;
  await signedUp(fan, somebody('阿岚'));
  await goTo(page, '/apply');
  const image = sharp({ create: { width: 799, height: 400, channels: 3, background: '#946ce6' } });
  const cover = { name: 'cover.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
  await page.locator('input[type=file]').first().setInputFiles(cover);
  await page.getByText(t('shell:upload.tooSmall', { width: 800, height: 400 })).waitFor();
});

test('on a phone the tabs do not cover the field that has the focus', async () => {
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { page } = fan;
  await signedUp(fan, somebody('阿岚'));
  await goTo(page, '/apply');
  const covered = () =>
    page.evaluate(() => {
      const field = document.activeElement;
      const bottom = field?.getBoundingClientRect().bottom ?? 0;
      // Of a text area, the line of the caret is in sight.
      return field?.matches('main :not(textarea)') && bottom > innerHeight - 56 ? field.outerHTML : undefined;
    });
  await page.locator('main button').first().focus();
  for (let at = 0; at < 10; at += 1) {
    expect(await covered()).toBeUndefined();
    await page.keyboard.press('Tab');
  }
});

test('errors of a form follow the language', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const { page, t } = creator;
  await newCreator(creator, 'Language Shop', 'languageshop');
  await goTo(page, '/edit/shop?product_type=0');
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.getByText(t('creator:error.required')).first().waitFor();
  await showIn(page, 'zh-CN');
  await page.getByText('请填写这一项').first().waitFor();
});

test('the address of a page that is reserved is not shown as free', async () => {
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = fan;
  await signedUp(fan, somebody('阿岚'));
  await goTo(page, '/apply');
  await page.getByLabel(t('creator:page.slug')).fill('Admin');
  await page.getByText(t('creator:page.slugState.taken')).waitFor();
  // While it is typed, not only when it is saved.
  for (const slug of ['tea-house', 'tea', '茶馆']) {
    await page.getByLabel(t('creator:page.slug')).fill(slug);
    const wrong = page.getByText(t('creator:page.slugState.wrong'));
    await expect.poll(() => wrong.isVisible()).toBe(slug !== 'tea');
  }
  await page.getByLabel(t('creator:page.slug')).fill('Admin');
});
