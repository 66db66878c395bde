/** Addresses that a link can have. */
export const LINK = /^(https?:\/\/|mailto:)\S+$/i;
const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]\S*)?$/u;
const MAIL = /^[^\s@:/]+@[^\s@]+\.[^\s@]+$/;

/** The address that somebody typed, as a link has it; undefined for none, and for other kinds (`javascript:`). */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim();
  if (LINK.test(address)) return URL.canParse(address) ? address : undefined;
  if (MAIL.test(address)) return `mailto:${address}`;
  return HOST.test(address) && URL.canParse(`https://${address}`) ? `https://${address}` : undefined;
}
