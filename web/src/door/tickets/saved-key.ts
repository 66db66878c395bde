import type { TicketKey } from '#services/contract/tickets/ticket-token.ts';

const KEY = 'ticket_key';

/** The public key of this device's last connection. */
export function savedKey(): TicketKey | undefined {
  try {
    const x = localStorage.getItem(KEY);
    return x === null ? undefined : { kty: 'OKP', crv: 'Ed25519', x };
  } catch {
    return undefined; // storage switched off by the browser
  }
}

export function saveKey({ x }: TicketKey): void {
  try {
    localStorage.setItem(KEY, x);
  } catch {
    // storage switched off by the browser: the key lasts for this visit
  }
}
