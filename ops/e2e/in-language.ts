import type { Page } from 'playwright-core';
import type { Language } from './words.ts';

/** Switches the open page as the choice of another window does: a drawer or dialog stays as it is. */
export async function showIn(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('locale_lang', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'locale_lang', newValue }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor();
}
