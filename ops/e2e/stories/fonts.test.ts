import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const SHIPPED = 'Inter';
/** English words and the punctuation that Chinese faces draw as wide as a character. */
const TEXT = 'Fans’ “words” · 1,234.50 – café … × −3';

/** The faces in which the browser draws the elements that the selector finds. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', {});
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const faces = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) faces.add(familyName);
  }
  return [...faces];
}

/** Marks every element whose own text is only Latin. Runs inside the page. */
function markLatin(): void {
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own.map((node) => node.textContent).join('');
    const hasOther = /[^\u0020-\u024f\u2000-\u206f\u2212]/u.test(one.textContent ?? '');
    if (text.trim() !== '' && !hasOther && one.checkVisibility()) one.setAttribute('data-latin', '');
  }
}

test('English is drawn with the face that comes with the application, on any machine', async () => {
  const { page } = await stage.visitor({ language: 'en-US' });
  for (const path of ['/', '/explore', '/login', '/reg', '/proof', '/nowhere/at/all']) {
    await page.goto(path);
    await settled(page);
    await page.evaluate(markLatin);
    expect(await facesOf(page, '[data-latin]'), path).toEqual([SHIPPED]);
  }
});

test('text in the other language uses the fonts of that language', async () => {
  const { page } = await stage.visitor({ language: 'zh-CN' });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') loaded.push(request.url());
  });
  const add = (lang: string, text: string) =>
    page.evaluate(
      ([language, words]) => {
        const place = document.createElement('p');
        Object.assign(place, { id: `text-${language}`, lang: language, textContent: words });
        document.querySelector('main')?.append(place);
      },
      [lang, text] as const,
    );
  const widthOfQuote = (lang: string) =>
    page.evaluate((language) => {
      const place = document.createElement('span');
      Object.assign(place, { lang: language, textContent: '’' });
      place.style.fontSize = '100px';
      document.body.append(place);
      const { width } = place.getBoundingClientRect();
      place.remove();
      return width / 100;
    }, lang);
  await page.goto('/');
  await settled(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await add('en-US', TEXT);
  await page.evaluate(() => document.fonts.ready);
  expect((await facesOf(page, '#text-en-US')).filter((face) => face.includes('CJK'))).toEqual([]);
  expect(await widthOfQuote('en-US')).toBeLessThan(0.5);

  await page.locator('header button[lang="en-US"]').click();
  await page.locator('html[lang="en-US"]').waitFor();
  await add('zh-CN', '“创作者”');
  await settled(page);
  expect(await facesOf(page, '#text-zh-CN')).not.toContain(SHIPPED);
  expect(new Set(loaded).size).toBeLessThanOrEqual(1);
});
