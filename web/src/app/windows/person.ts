import { PERSON_HEADER, TEAM_HEADER } from '#services/contract/endpoint.ts';
import { actingCreator } from '../acting-creator.ts';
import { store } from '../store.ts';
import { windowChannel } from './channel.ts';

const windows = windowChannel('person');

let shown: string | undefined;
const changed = store(false);
const notice = () => changed.set(true);

if (windows)
  windows.onmessage = ({ data }) => {
    if (shown !== undefined && data !== shown) notice();
  };

/** The key of the person in the browser's storage; none for a guest. */
const USER = 'user_id';

function storeUser(user_id: string | undefined): void {
  try {
    if (user_id === undefined) localStorage.removeItem(USER);
    else localStorage.setItem(USER, user_id);
  } catch {
    // storage switched off by the browser: windows tell each other by the channel
  }
}
// Other windows, also where the browser has no channel.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === USER && newValue !== null && shown !== undefined && newValue !== shown) notice();
});

/** Whether another window signed in to another account: what this page shows is not of the one that would act. */
export const otherPerson = {
  subscribe: changed.subscribe,
  isKnown: changed.present,
  notice,
};

/** The person whose data this page shows; undefined for a guest. */
export function showPerson(user_id: string | undefined): void {
  if (user_id !== undefined && user_id !== shown) windows?.postMessage(user_id);
  shown = user_id;
  storeUser(user_id);
}

/** Undefined for a guest, and before it is known. */
export const shownPerson = (): string | undefined => shown;

/** For whom a call of this page acts: the person that it shows, and the creator whose team they are in. */
export const actingHeaders = (): Readonly<Record<string, string>> => {
  const creator = actingCreator();
  return {
    ...(shown !== undefined && { [PERSON_HEADER]: shown }),
    ...(creator !== null && { [TEAM_HEADER]: creator }),
  };
};
