import type { JSONContent } from '@tiptap/core';
import { docIn } from '../../../components/content/rich-node.ts';

/** What the server knows of each node and mark (services/contract/content/rich-text.ts); the library has more. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  orderedList: ['start'],
  codeBlock: ['language'],
  image: ['file_id', 'alt', 'caption'],
  gallery: ['file_ids'],
  audio: ['file_id'],
  video: ['file_id'],
  attachment: ['file_id'],
  productCard: ['plan_id', 'sku_id'],
  embed: ['url', 'title', 'description', 'picture'],
  link: ['href'],
};

const HOLDERS = new Set(['doc', 'listItem', 'blockquote']);

type Attributes = Readonly<Record<string, unknown>>;

function attributesOf(type: string, attrs: Attributes = {}): { attrs?: Attributes } {
  const names = ATTRIBUTES[type] ?? [];
  if (names.length === 0) return {};
  return { attrs: Object.fromEntries(names.map((name) => [name, attrs[name] ?? ''])) };
}

/** A node as it is saved; none where its files have not arrived. */
function savedNode(node: JSONContent, idOf: (id: string) => string | undefined): JSONContent[] {
  const { type = '', text, marks, content } = node;
  if (type === 'text')
    return [
      {
        type,
        text: text ?? '',
        ...(marks &&
          marks.length > 0 && {
            marks: marks.map((mark) => ({ type: mark.type, ...attributesOf(mark.type, mark.attrs) })),
          }),
      },
    ];
  const { attrs } = attributesOf(type, node.attrs);
  if (type === 'gallery') {
    const given: unknown = attrs?.file_ids;
    const file_ids = (Array.isArray(given) ? given : []).flatMap((id) => idOf(String(id)) ?? []);
    const [first] = file_ids;
    if (file_ids.length > 1) return [{ type, attrs: { file_ids } }];
    return first === undefined ? [] : [{ type: 'image', attrs: { file_id: first, alt: '', caption: '' } }];
  }
  if (attrs && 'file_id' in attrs) {
    const file_id = idOf(String(attrs.file_id));
    return file_id === undefined ? [] : [{ type, attrs: { ...attrs, file_id } }];
  }
  const found = content?.flatMap((one) => savedNode(one, idOf)) ?? [];
  // A quote, an item or a document of nothing but a file that has not arrived.
  const inner = found.length === 0 && HOLDERS.has(type) ? [{ type: 'paragraph' }] : found;
  return [{ type, ...(attrs && { attrs }), ...(inner.length > 0 && { content: inner }) }];
}

const EMPTY: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

/** The document of the editor as the server saves it: files that have arrived, no attributes of the library. */
export const savedDoc = (doc: JSONContent, idOf: (id: string) => string | undefined): JSONContent =>
  savedNode(doc, idOf)[0] ?? EMPTY;

/** The document in a saved text; an empty one for none. */
export const docOf = (rich: string): JSONContent => (docIn(rich) as JSONContent | undefined) ?? EMPTY; // the editor drops what it does not know

/** Local ids of files that the document shows and that have not arrived. */
export function missingFiles(doc: JSONContent, idOf: (id: string) => string | undefined): string[] {
  const { attrs = {}, content = [] } = doc;
  const listed: unknown = attrs.file_ids;
  const ids = [attrs.file_id, ...(Array.isArray(listed) ? listed : [])].filter(
    (id) => typeof id === 'string',
  );
  return [
    ...ids.filter((id) => idOf(id) === undefined),
    ...content.flatMap((one) => missingFiles(one, idOf)),
  ];
}
