import type { IOptions } from 'sanitize-html';
import { webAddress } from '#services/contract/fields/web-address.ts';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** Browsers remove them from an address. */
const LEFT_OUT = /[\s\p{Cc}]/gu;

/** A path of ours, or an address in full: a browser follows `https:host` as a path of ours. */
const isLink = (href: string): boolean =>
  !SCHEME.test(href.replace(LEFT_OUT, '')) || /^mailto:/i.test(href) || webAddress(href) !== undefined;

/** Allowed tags. None of them runs code, sends data, or looks like a part of our pages. */
const RULES: IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'div',
    'span',
    'h1',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'pre',
    'code',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'sub',
    'sup',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'img',
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
      attribs: { ...(isLink(href) && { href }), target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
  // External pictures would inform their host of each reader; uploaded ones are ours.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/files/'),
};

const MARKUP = /<[a-z!/]/i;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A creator's text as sanitized HTML. Text without markup keeps its lines. The library is loaded with the first text
 * that has markup.
 */
export async function safeHtml(text: string): Promise<string> {
  if (!MARKUP.test(text)) return escaped(text).replaceAll('\n', '<br />');
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(text, RULES);
}
