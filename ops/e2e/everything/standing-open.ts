import type { Page } from 'playwright-core';
import type { Visitor } from '../visitor.ts';

/** Background pages that a person left open: they must update themselves, because they are never reloaded. */
interface StandingOpen<Name extends string> {
  /** Waits until each of them shows its text. */
  show(texts: Readonly<Record<Name, string>>): Promise<void>;
  close(): Promise<void>;
}

/** @param paths the address of each page, by its name */
export async function standOpen<Name extends string>(
  { context }: Visitor,
  paths: Readonly<Record<Name, string>>,
): Promise<StandingOpen<Name>> {
  const pages = new Map<string, Page>();
  let loads = 0;
  for (const [name, path] of Object.entries<string>(paths)) {
    const page = await context.newPage();
    page.on('framenavigated', () => {
      loads += 1;
    });
    await page.goto(path);
    await page.locator('main article').first().waitFor();
    pages.set(name, page);
  }
  const opened = loads;
  return {
    async show(texts) {
      for (const [name, text] of Object.entries<string>(texts)) {
        await pages.get(name)?.getByText(text).first().waitFor();
      }
      if (loads > opened) throw new Error('a page that only stood open was loaded again');
    },
    async close() {
      for (const page of pages.values()) await page.close();
    },
  };
}
