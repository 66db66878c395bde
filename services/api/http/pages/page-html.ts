import type { FastifyRequest } from 'fastify';
import type { Language } from '../language.ts';

/** What a page shows to everybody, for robots, previews of links and the first paint. */
export interface PageWords {
  /** Empty: the product's. */
  title: string;
  /** Empty: the product's. */
  description: string;
  /** Absolute address of a picture; empty: the product's. */
  picture: string;
  /** The heading and the text of the painted page. */
  heading: string;
  text: string;
}

export interface WrittenPage {
  language: Language;
  /** Absolute. */
  address: string;
  words: PageWords | undefined;
  /** Files for the browser to load at once, from the root of the application. */
  files: readonly string[];
  /** Data of calls by their address, as a guest gets them. */
  answers: Readonly<Record<string, unknown>>;
}

const NAME = 'Fanwatt';
/** Of pages without a picture, in previews of links (web/public). */
const OWN_PICTURE = '/icon-512.png';
const MAX_TITLE = 120;
/** Lines of the painted heading. */
const MAX_LINES = 2;
const MAX_DESCRIPTION = 200;
/** Characters of the painted text. */
const MAX_TEXT = 600;
/** Characters of all answers in a page; what does not fit is left to a call. */
const MAX_ANSWERS = 131_072;

/** For text and for attributes in quotes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Of a text so much is read for each character that is shown. */
const READ_FACTOR = 8;
/** Controls, directions and what has no width; joiners of emoji and letters stay. */
const HIDDEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\s]+/gu;

/** One line of at most so many characters, without controls and directions. */
function line(text: string, most: number): string {
  const plain = text
    .slice(0, READ_FACTOR * most)
    .replace(HIDDEN, ' ')
    .trim();
  // One letter more than is shown, also of those with two units.
  const letters = [...plain.slice(0, 2 * (most + 1))];
  return (letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : plain).toWellFormed();
}

/** JSON inside a script element: it cannot end the element, nor begin a comment. */
const jsonInScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** As many of the answers as fit, from the first on. */
function fitting(answers: WrittenPage['answers']): Record<string, unknown> {
  let left = MAX_ANSWERS;
  return Object.fromEntries(
    Object.entries(answers).filter(([url, data]) => {
      const size = url.length + JSON.stringify(data).length;
      if (size > left) return false;
      left -= size;
      return true;
    }),
  );
}

function cardTags({ title, description, picture }: PageWords, address: string, language: Language): string {
  const tags = {
    'og:site_name': NAME,
    'og:type': 'website',
    'og:title': line(title, MAX_TITLE) || NAME,
    'og:description': line(description, MAX_DESCRIPTION),
    'og:url': address,
    'og:image': picture || new URL(OWN_PICTURE, address).href,
    'og:locale': language.replace('-', '_'),
    'twitter:card': picture === '' ? 'summary' : 'summary_large_image',
  };
  const metas = Object.entries(tags).flatMap(([name, value]) =>
    value === '' ? [] : [`<meta property="${name}" content="${escaped(value)}">`],
  );
  return [`<link rel="canonical" href="${escaped(address)}">`, ...metas].join('\n    ');
}

const linkTag = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

const painted = ({ heading, text }: PageWords): string => {
  const paragraph = line(text, MAX_TEXT);
  const shown = heading
    .split('\n', MAX_LINES)
    .map((one) => escaped(line(one, MAX_TITLE)))
    .join('<br>');
  return (
    `<div id="painted"><div class="painted-bar"><a href="/">${NAME}</a></div><div class="painted-page">` +
    `<h1>${shown}</h1>${paragraph === '' ? '' : `<p>${escaped(paragraph)}</p>`}</div></div>`
  );
};

/** index.html with the words, files and data of one page. Values never become markup. */
export function writePage(template: string, page: WrittenPage): string {
  const { language, address, words, files } = page;
  const answers = fitting(page.answers);
  const head = [...(words ? [cardTags(words, address, language)] : []), ...files.map(linkTag)];
  const data =
    Object.keys(answers).length === 0
      ? ''
      : `<script type="application/json" id="page-answers">${jsonInScript(answers)}</script>`;
  const title = words && line(words.title, MAX_TITLE);
  const description = words && line(words.description, MAX_DESCRIPTION);
  // Functions: `$&` in a value is text.
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, (own) => (title ? `<title>${escaped(title)} · ${NAME}</title>` : own))
    .replace(/<meta name="description" content="[^"]*" \/>/, (own) =>
      description ? `<meta name="description" content="${escaped(description)}" />` : own,
    )
    .replace('</head>', () => [...head, '</head>'].join('\n    '))
    .replace('<div id="root"></div>', (own) => `${words ? painted(words) : ''}${own}${data}`);
}

/** The language that a browser prefers, by the rule of the application (web/src/language/language.ts). */
export function browserLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const first = headers['accept-language']?.split(/[,;]/, 1)[0]?.trim().toLowerCase() ?? '';
  return first === '' || first === '*' || first.startsWith('zh') ? 'zh-CN' : 'en-US';
}
