import { launch } from 'puppeteer-core';
import { type Engine, SIZE } from './engine.ts';

/** The protocol does not transfer the text of an error object. Runs inside the page, before its scripts. */
function writeErrors(): void {
  const write = console.error;
  console.error = (...parts: unknown[]) =>
    write(...parts.map((part) => (part instanceof Error ? `${part} ${part.stack}` : part)));
}

/** Style sheets that were still loading when a page was left. Other browsers do not report them. */
const OF_LEFT_PAGE = /^(?:[0-9A-F]{8} )?Error: Unable to preload CSS/;

/** Firefox by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
  });
  return {
    async open() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(SIZE);
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !OF_LEFT_PAGE.test(message.text())) troubles.push(message.text());
      });
      await page.evaluateOnNewDocument(writeErrors);
      return {
        troubles,
        go: async (url) => void (await page.goto(url)),
        back: async () => void (await page.goBack()),
        reload: async () => void (await page.reload()),
        run: (inside, argument) => page.evaluate(inside as never, argument) as never,
        load: async (script) => void (await page.evaluate(script)),
        press: (selector) => page.click(selector),
        async write(selector, text, erased = 0) {
          await page.focus(selector);
          await page.keyboard.press('End');
          for (let count = 0; count < erased; count += 1) await page.keyboard.press('Backspace');
          await page.keyboard.type(text);
        },
        picture: async () => Buffer.from(await page.screenshot({ fullPage: true })),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
