import { wordLists } from './paste-word.ts';

/** Nesting beyond this is pasted as plain text: a parser that recurses stays safe. */
const MAX_DEPTH = 60;
const MAX_HTML = 4_000_000;
const LINK = /^(https?|mailto):/i;
const BLOCKS =
  'p, div, section, article, aside, figure, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, hr';
/** What a text never has: programs, styles, Word's own data, players, line numbers of WeChat's code. */
const DROPPED =
  'script, style, meta, link, title, xml, template, noscript, iframe, object, embed, video, audio, canvas, svg, ' +
  'button, input, select, textarea, mpvoice, mp-common-mpaudio, mp-common-videosnap, mp-common-profile, ' +
  'mp-style-type, .code-snippet__line-index, .notion-collection_view-block';
const PICTURES = 'img, picture, v\\:imagedata, v\\:shape';

export interface Pasted {
  html: string;
  /** Pictures of other sites, which are not taken along. */
  removed: number;
}

/** Blocks of Notion's page, where they are copied from the page itself. */
const NOTION_BLOCKS: Readonly<Record<string, string>> = {
  'notion-header-block': 'h1',
  'notion-sub_header-block': 'h2',
  'notion-sub_sub_header-block': 'h3',
  'notion-quote-block': 'blockquote',
  'notion-code-block': 'pre',
  'notion-divider-block': 'hr',
};

/** The same element under another name, without its attributes. */
function renamed(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

function removeComments(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, 0x80 /* comments */);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) (comment as Comment).remove(); // the walker finds comments only
}

/** Elements that lie too deep give their text. */
function flatten(body: Element): void {
  let level: Element[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) for (const element of level) element.replaceChildren(element.textContent ?? '');
    level = depth === MAX_DEPTH ? [] : level.flatMap((element) => [...element.children]);
  }
}

/** Text of the highest heading is h2, of all others h3: the title of the article is h1. */
function headings(body: Element): void {
  const found = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6, [style*="mso-outline-level"], .MsoTitle')];
  const levelOf = (element: Element): number =>
    Number(
      /^H(\d)$/.exec(element.tagName)?.[1] ??
        /mso-outline-level:\s*(\d)/.exec(element.getAttribute('style') ?? '')?.[1] ??
        1,
    );
  const highest = Math.min(...found.map(levelOf));
  for (const element of found) {
    const heading = renamed(element, levelOf(element) === highest ? 'h2' : 'h3');
    for (const bold of heading.querySelectorAll('b, strong, [style*="font-weight"]')) unwrap(bold);
  }
}

/** A row is a line: the editor has no tables. */
function tables(body: Element): void {
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const rows = [...table.querySelectorAll('tr')].map((row) => {
      const line = body.ownerDocument.createElement('p');
      const cells = [...row.children].map(
        ({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '',
      );
      line.textContent = cells.filter((cell) => cell !== '').join(' | ');
      return line;
    });
    table.replaceWith(...rows);
  }
}

/** Code of WeChat has one element for each line, Notion's has spans. */
function codes(body: Element): void {
  for (const code of body.querySelectorAll('pre')) {
    const lines = [...code.children].filter(({ tagName }) => tagName === 'CODE');
    for (const end of code.querySelectorAll('br')) end.replaceWith('\n');
    code.textContent =
      lines.length > 1 ? lines.map(({ textContent }) => textContent).join('\n') : code.textContent;
  }
}

function notion(body: Element): void {
  for (const [name, tag] of Object.entries(NOTION_BLOCKS))
    for (const block of [...body.querySelectorAll(`.${name}`)].reverse()) renamed(block, tag);
  for (const box of body.querySelectorAll('.checkbox')) {
    const done = box.classList.contains('checkbox-on');
    box.replaceWith(done ? '☑ ' : '☐ ');
  }
  for (const item of body.querySelectorAll('.notion-bulleted_list-block, .notion-numbered_list-block')) {
    const list = body.ownerDocument.createElement(item.matches('.notion-numbered_list-block') ? 'ol' : 'ul');
    const before = item.previousElementSibling;
    const line = body.ownerDocument.createElement('li');
    line.textContent = item.textContent?.replace(/^\s*(?:[•◦▪]|\d+\.)\s*/, '') ?? '';
    if (before?.tagName === list.tagName && before.hasAttribute('data-items')) {
      before.append(line);
      item.remove();
      continue;
    }
    list.setAttribute('data-items', '');
    list.append(line);
    item.replaceWith(list);
  }
}

function links(body: Element): void {
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    const shown = link.textContent?.trim() ?? '';
    if (!LINK.test(href) || shown === '') unwrap(link);
    else link.setAttribute('href', href);
  }
}

/** Empty blocks, which are how other editors make space, and line ends at the end of a block. */
function spaces(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, 0x4 /* texts */);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement?.closest('pre') == null)
      text.nodeValue = (text.nodeValue ?? '')
        .replace(/[\u00a0\t\r\n ]+/g, ' ')
        .replace(/[\u200b\ufeff]/g, '');
  }
  for (const end of body.querySelectorAll('br:last-child')) if (end.nextSibling === null) end.remove();
  for (const block of [...body.querySelectorAll(BLOCKS)].reverse())
    if (block.tagName !== 'HR' && block.querySelector('hr') === null && block.textContent?.trim() === '')
      block.remove();
}

/**
 * Cleans what other programs put on the clipboard (Word, WeChat, Notion, pages): headings, lists, quotes, code, links
 * and marks stay. Pictures of other sites are removed and counted. Nothing of it is ever shown as HTML: the editor
 * reads its own nodes from it.
 */
export function cleanPaste(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(html.slice(0, MAX_HTML), 'text/html');
  removeComments(body);
  flatten(body);
  wordLists(body);
  const pictures = [...body.querySelectorAll(PICTURES)].filter(
    (picture) => picture.parentElement?.closest('picture, v\\:shape') == null,
  );
  for (const picture of pictures) picture.remove();
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const space of body.querySelectorAll('o\\:p')) unwrap(space);
  notion(body);
  headings(body);
  codes(body);
  tables(body);
  links(body);
  spaces(body);
  return { html: body.innerHTML, removed: pictures.length };
}
