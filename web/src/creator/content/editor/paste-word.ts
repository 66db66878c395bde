const LIST_STYLE = /mso-list:\s*l(\d+)\s+level(\d+)/i;
const ORDERED = /^\s*[(（]?(?:\d+|[a-z]{1,3}|[一二三四五六七八九十]+)[.)）、]/i;

interface Item {
  element: Element;
  level: number;
  ordered: boolean;
}

/** A paragraph of Word that is an item of a list; its mark is removed. */
function itemOf(element: Element): Item | undefined {
  const [, , level] = LIST_STYLE.exec(element.getAttribute('style') ?? '') ?? [];
  if (level === undefined) return undefined;
  const mark = element.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
  const ordered = ORDERED.test(mark?.textContent ?? '');
  mark?.remove();
  return { element, level: Number(level), ordered };
}

/** Lists of Word are paragraphs with a style; those that follow each other become real lists. */
export function wordLists(body: Element): void {
  const { ownerDocument } = body;
  /** Open lists, the innermost last. */
  let open: { list: Element; level: number }[] = [];
  let last: Element | undefined;
  for (const element of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(element);
    if (item === undefined) continue;
    if (last === undefined || element.previousElementSibling !== last) open = [];
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    let inner = open.at(-1);
    const name = item.ordered ? 'OL' : 'UL';
    if (inner === undefined || inner.level < item.level || inner.list.tagName !== name) {
      const list = ownerDocument.createElement(name);
      const same = inner?.level === item.level;
      if (same) open.pop();
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else element.before(list);
      inner = { list, level: item.level };
      open.push(inner);
    }
    const line = ownerDocument.createElement('li');
    line.append(...element.childNodes);
    inner.list.append(line);
    element.remove();
    last = open[0]?.list;
  }
}
