import { countVisit } from '#services/contract/stats/visits.ts';
import { call } from '../../api/client.ts';

/** Its day and a random text: a new one each day, so that no browser is recognised on another. */
const KEY = 'stat_id';

declare global {
  interface Navigator {
    /** Global Privacy Control, of browsers that have it. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** The browser says that its person does not want to be counted. */
export const objects = ({
  globalPrivacyControl,
  doNotTrack,
}: Pick<Navigator, 'globalPrivacyControl' | 'doNotTrack'>): boolean =>
  globalPrivacyControl === true || doNotTrack === '1';

const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** @param day in UTC, as `2026-11-30` */
export function statId(day: string, storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const [saved, id] = (storage.getItem(KEY) ?? '').split(' ');
  if (saved === day && id !== undefined && /^[0-9a-f]{32}$/.test(id)) return id;
  const next = random();
  storage.setItem(KEY, `${day} ${next}`);
  return next;
}

/** The site where the link to this page was. */
const otherSite = (referrer: string): string => (URL.canParse(referrer) ? new URL(referrer).origin : '');

/** Tells the server that a page was opened; nothing where the browser objects or stores nothing. */
export async function visited(uri: string, before: string | undefined): Promise<void> {
  if (objects(navigator)) return;
  const stat_id = statId(new Date().toISOString().slice(0, 10), localStorage);
  await call(countVisit, { stat_id, uri, refer: before ?? otherSite(document.referrer) });
}
