import { typedTicketCode } from '#services/contract/tickets/ticket-code.ts';
import { readToken } from '#services/contract/tickets/ticket-token.ts';

/** The subject of a scan or of typed input. */
export type ScannedCode =
  | { kind: 'token'; token: string }
  | { kind: 'number'; out_trade_no: string; id: string }
  | { kind: 'code'; code: string }
  /** `typed`: not from a QR code, so more likely a slip than a forgery. */
  | { kind: 'nothing'; typed?: boolean };

const NOTHING: ScannedCode = { kind: 'nothing' };

function fromLink({ pathname, searchParams }: URL): ScannedCode {
  if (pathname !== '/order/inspect') return NOTHING;
  const token = searchParams.get('t');
  // Also one that is altered: the door is to see that it is forged, and not nothing.
  if (token) return { kind: 'token', token };
  const [out_trade_no, id] = [searchParams.get('out_trade_no'), searchParams.get('id')];
  return out_trade_no && id ? { kind: 'number', out_trade_no, id } : NOTHING;
}

/** Reads the text of a QR code: a ticket's link on any host, or a bare token. */
export function readScannedCode(text: string): ScannedCode {
  if (readToken(text) !== undefined) return { kind: 'token', token: text };
  return URL.canParse(text) ? fromLink(new URL(text)) : NOTHING;
}

/** Reads typed or pasted text: a ticket's code, or the text of a QR code. */
export function readTypedCode(text: string): ScannedCode {
  const code = typedTicketCode(text);
  if (code !== undefined) return { kind: 'code', code };
  const scanned = readScannedCode(text.trim());
  return scanned.kind === 'nothing' ? { kind: 'nothing', typed: true } : scanned;
}
