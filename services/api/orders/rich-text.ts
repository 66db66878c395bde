import type { IOptions } from 'sanitize-html';

/** What texts consist of. Nothing of it can run, be sent, or look like a part of our own pages. */
const RULES: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'], th: ['colspan'], td: ['colspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    // The page itself has a heading already.
    h1: 'h2',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
  // Pictures from elsewhere would tell their owner who looks; ours were uploaded here.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/files/'),
};

const MARKUP = /<[a-z!/]/i;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A creator's text as HTML that is safe to be shown in a page of ours. Text without any markup keeps its lines. The
 * library comes into memory with the first text that has some.
 */
export async function safeHtml(text: string): Promise<string> {
  if (!MARKUP.test(text)) return escaped(text).replaceAll('\n', '<br />');
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(text, RULES);
}
