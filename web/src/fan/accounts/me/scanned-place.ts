import { webAddress } from '#services/contract/fields/web-address.ts';

/** Where a scanned code leads: to a page of this site, to another site, or nowhere. */
export type ScannedPlace = { kind: 'page'; href: string } | { kind: 'site'; url: string } | { kind: 'none' };

/** As shops show it, or without dashes. */
const REDEEM_CODE = /^[\dA-Z]{4}(?:-?[\dA-Z]{4}){3}$/i;

/** @param origin of this site */
export function scannedPlace(text: string, origin: string): ScannedPlace {
  const read = text.trim();
  // Behind the hash: no server sees the code.
  if (REDEEM_CODE.test(read)) return { kind: 'page', href: `/redeem#${read}` };
  const address = webAddress(read);
  if (address === undefined) return { kind: 'none' };
  if (address.origin !== origin) return { kind: 'site', url: address.href };
  // One slash: two would lead to another host.
  const path = address.pathname.replace(/^\/{2,}/, '/');
  return { kind: 'page', href: `${path}${address.search}${address.hash}` };
}
