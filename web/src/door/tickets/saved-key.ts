import type { TicketKey } from '#services/contract/tickets/ticket-token.ts';

const KEY = 'ticket_key';

/** The public keys of this device's last connection. */
export function savedKeys(): readonly TicketKey[] | undefined {
  try {
    const saved = localStorage.getItem(KEY);
    return saved?.split(',').map((x) => ({ kty: 'OKP', crv: 'Ed25519', x }));
  } catch {
    return undefined; // storage switched off by the browser
  }
}

export function saveKeys(keys: readonly TicketKey[]): void {
  try {
    localStorage.setItem(KEY, keys.map(({ x }) => x).join(','));
  } catch {
    // storage switched off by the browser: the keys last for this visit
  }
}
