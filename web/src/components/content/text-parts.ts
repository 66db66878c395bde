/** Addresses end before spaces, quotes, and Chinese characters or signs. */
const ADDRESS = /https?:\/\/[^\s<>"'\u2018-\u201f\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+/gi;
/** What follows an address in a sentence. */
const TRAILING = /[.,;:!?]+$/;

export interface TextPart {
  text: string;
  /** An address to open. */
  href?: string;
}

/** The address without the signs after it; a closing bracket belongs to it only with its opening one. */
function addressIn(found: string): string {
  const address = found.replace(TRAILING, '');
  const unopened = address.endsWith(')') && !address.includes('(');
  return unopened ? addressIn(address.slice(0, -1)) : address;
}

/** Splits a text at its http and https addresses. The parts together are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = addressIn(found);
    if (!URL.canParse(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
