/** What a page says about a code. */
type ErrorKind = 'session' | 'bind' | 'denied' | 'missing' | 'busy' | 'fault' | 'other';

const KINDS = new Map<string | undefined, ErrorKind>([
  ['401', 'session'],
  ['403', 'denied'],
  ['404', 'missing'],
  ['429', 'busy'],
  ['500', 'fault'],
  ['40100', 'session'],
  ['40101', 'session'],
  ['40102', 'bind'],
  ['40103', 'bind'],
  ['40104', 'denied'],
  ['40105', 'denied'],
  ['40300', 'denied'],
  ['40400', 'missing'],
  ['42900', 'busy'],
  ['50000', 'fault'],
]);

export const kindOf = (ec: string | undefined): ErrorKind => KINDS.get(ec) ?? 'other';

const MAX_LETTERS = 100;
/** Addresses, accounts and long numbers: anyone can write a link with a message that asks to call or to pay. */
const LEADS_AWAY = /[/@\\]|\w\.\w|\d[\d\s-]{4,}/;

/** The sentence of a link to /error; undefined for one that could lead people away. */
export function shownMessage(em: string | undefined): string | undefined {
  const text = em?.trim() ?? '';
  return text === '' || [...text].length > MAX_LETTERS || LEADS_AWAY.test(text.normalize('NFKC'))
    ? undefined
    : text;
}
