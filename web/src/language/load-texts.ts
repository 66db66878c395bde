import i18next from 'i18next';
import { ServerUnreachable } from '../api/refusal.ts';

const areMissing = (areas: readonly string[]): string[] =>
  areas.filter((area) => !i18next.hasResourceBundle(i18next.language, area));

/**
 * Loads texts in the present language. The library does not repeat a failed attempt by itself, and would show keys.
 * @throws ServerUnreachable
 */
export async function loadTexts(areas: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(areas);
  const failed = areMissing(areas);
  if (failed.length > 0) await i18next.reloadResources([i18next.language], failed);
  const [missing] = areMissing(failed);
  if (missing !== undefined) throw new ServerUnreachable(`${missing}.json`, {});
}
