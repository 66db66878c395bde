/** A node of an article's document, as the page reads it: nothing of it is trusted to be there. */
export interface RichNode {
  type?: string;
  text?: string;
  attrs?: Readonly<Record<string, unknown>>;
  marks?: readonly { type?: string; attrs?: Readonly<Record<string, unknown>> }[];
  content?: readonly RichNode[];
}

/** The document in an article's JSON; undefined for none. */
export function docIn(rich: string): RichNode | undefined {
  if (rich === '') return undefined;
  try {
    const doc: RichNode | null = JSON.parse(rich);
    return doc?.type === 'doc' ? doc : undefined;
  } catch {
    return undefined; // not a document
  }
}

const ENDS = new Set(['paragraph', 'heading', 'codeBlock', 'hardBreak', 'blockquote', 'listItem']);

/** The text of a node, a line for each block. */
export const nodeText = ({ type = '', text = '', content = [] }: RichNode): string =>
  text + content.map(nodeText).join('') + (ENDS.has(type) ? '\n' : '');

/** The text of an article's JSON above the line of its paywall: all that everybody reads. Empty without a line. */
export function openText(rich: string): string {
  const { content = [] } = docIn(rich) ?? {};
  const line = content.findIndex(({ type }) => type === 'paywall');
  return content.slice(0, Math.max(0, line)).map(nodeText).join('').trim();
}

/** The text of an article's JSON. */
export const richText = (rich: string): string => nodeText(docIn(rich) ?? {}).trim();
