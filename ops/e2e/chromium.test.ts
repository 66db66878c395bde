import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { findChromium, launchChromium, NO_CHROMIUM, SWITCHES } from './chromium.ts';

const executable = findChromium();
const NAME = '--disable-features=';

test('Playwright’s switched-off features stay off with our options', async ({ skip }) => {
  skip(executable === undefined, NO_CHROMIUM);
  const server = await chromium.launchServer({ executablePath: executable, args: SWITCHES });
  const said = server.process().spawnargs.filter((one) => one.startsWith(NAME));
  await server.close();
  const [theirs = '', ours = ''] = said.map((one) => one.slice(NAME.length));
  expect(said).toHaveLength(2);
  expect(ours.split(',')).toEqual(expect.arrayContaining(theirs.split(',')));
});

test('a window is the page alone: nothing of the browser around it is drawn', async ({ skip }) => {
  skip(executable === undefined, NO_CHROMIUM);
  const browser = await launchChromium(executable ?? '');
  await browser.newPage();
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  await browser.close();
  expect(targetInfos.map(({ url }) => url).filter((url) => url.startsWith('chrome://omnibox'))).toEqual([]);
});
