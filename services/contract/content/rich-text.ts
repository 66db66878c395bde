import { type DocNode, type Inline, MAX_RICH_BYTES, type RichDoc, richDoc } from './rich-nodes.ts';

const MAX_NODES = 5_000;
/** Nodes within nodes, the document included. */
const MAX_DEPTH = 20;
/** Brackets around a value: two for each node, and those of the marks or attributes of the innermost one. */
const MAX_BRACKETS = 2 * MAX_DEPTH + 4;
/** Brackets of the whole text: eight for each node. */
const MAX_VALUES = 40_000;
/** Pictures of a document, those of galleries included. */
const MAX_PICTURES = 60;
/** Other files, and cards of products and pages. */
const MAX_CARDS = 20;

export type RichTextProblem =
  | { key: 'malformed' | 'not_a_link' | 'one_paywall' }
  | { key: 'too_deep' | 'too_large' | 'too_many' | 'too_many_inserts' | 'too_many_images'; max: string };

/** Counts without parsing, so that no text takes long: brackets within brackets, and all of them. */
function bracketsOf(json: string): { depth: number; count: number } {
  let [level, depth, count, inString] = [0, 0, 0, false];
  for (let at = 0; at < json.length && depth <= MAX_BRACKETS && count <= MAX_VALUES; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 34) inString = !inString;
    else if (inString) at += code === 92 ? 1 : 0;
    else if (code === 91 || code === 123) {
      level += 1;
      count += 1;
      depth = Math.max(depth, level);
    } else if (code === 93 || code === 125) level -= 1;
  }
  return { depth, count };
}

const contentOf = (node: unknown): readonly unknown[] =>
  typeof node === 'object' && node !== null && 'content' in node && Array.isArray(node.content)
    ? node.content
    : [];

/** Nodes of a parsed text of any form, level by level. */
function nodesOf(doc: unknown): { depth: number; nodes: number } {
  let [depth, nodes] = [0, 0];
  for (let level: readonly unknown[] = [doc]; level.length > 0; level = level.flatMap(contentOf)) {
    depth += 1;
    nodes += level.length;
  }
  return { depth, nodes };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function innerOf(node: DocNode): readonly DocNode[] {
  switch (node.type) {
    case 'bulletList':
    case 'orderedList':
    case 'blockquote':
    case 'listItem':
      return node.content;
    default:
      return [];
  }
}

/** Every block of a document, with those inside of others. */
const blocksOf = (blocks: readonly DocNode[]): DocNode[] =>
  blocks.flatMap((one) => [one, ...blocksOf(innerOf(one))]);

export interface FileUse {
  file_id: string;
  kind: 'picture' | 'audio' | 'video' | 'attachment';
}

function filesOfNode(node: DocNode): FileUse[] {
  switch (node.type) {
    case 'image':
      return [{ file_id: node.attrs.file_id, kind: 'picture' }];
    case 'gallery':
      return node.attrs.file_ids.map((file_id) => ({ file_id, kind: 'picture' }));
    case 'audio':
    case 'video':
    case 'attachment':
      return [{ file_id: node.attrs.file_id, kind: node.type }];
    default:
      return [];
  }
}

/** The files that a document shows, each once, in their order. */
export const filesIn = (doc: RichDoc): FileUse[] => [
  ...new Map(
    blocksOf(doc.content)
      .flatMap(filesOfNode)
      .map((one) => [one.file_id, one]),
  ).values(),
];

function countProblem(doc: RichDoc): RichTextProblem | null {
  const lines = doc.content.filter(({ type }) => type === 'paywall').length;
  if (lines > 1) return { key: 'one_paywall' };
  const files = filesIn(doc);
  const pictures = files.filter(({ kind }) => kind === 'picture').length;
  if (pictures > MAX_PICTURES) return { key: 'too_many_images', max: String(MAX_PICTURES) };
  const cards = blocksOf(doc.content).filter(({ type }) => type === 'embed' || type === 'productCard').length;
  const most = Math.max(files.length - pictures, cards);
  return most > MAX_CARDS ? { key: 'too_many_inserts', max: String(MAX_CARDS) } : null;
}

/** Why a text is not stored as a document: null if it can be. Texts that would take long are refused before parsing. */
export function richTextProblem(json: string): RichTextProblem | null {
  const size = { key: 'too_large', max: `${MAX_RICH_BYTES / 1_024} KiB` } as const;
  if (json.length > MAX_RICH_BYTES || new TextEncoder().encode(json).length > MAX_RICH_BYTES) return size;
  const brackets = bracketsOf(json);
  if (brackets.depth > MAX_BRACKETS) return { key: 'too_deep', max: String(MAX_DEPTH) };
  if (brackets.count > MAX_VALUES) return { key: 'too_many', max: String(MAX_NODES) };
  const value = parsed(json);
  const { depth, nodes } = nodesOf(value);
  if (depth > MAX_DEPTH) return { key: 'too_deep', max: String(MAX_DEPTH) };
  if (nodes > MAX_NODES) return { key: 'too_many', max: String(MAX_NODES) };
  const result = richDoc.safeParse(value);
  if (result.success) return countProblem(result.data);
  const isAddress = result.error.issues.some(({ message }) => message === 'not_a_link');
  return { key: isAddress ? 'not_a_link' : 'malformed' };
}

/** A document that richTextProblem has let through; null of plain text. */
export const storedDoc = (rich: string): RichDoc | null =>
  rich === '' ? null : (JSON.parse(rich) as RichDoc); // checked before

const inlineText = (content: readonly Inline[] = []): string =>
  content.map((one) => (one.type === 'text' ? one.text : '\n')).join('');

/** Blocks without text leave no empty line. */
const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((one) => one.trim() !== '').join(separator);

function textOf(node: DocNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return inlineText(node.content);
    case 'bulletList':
      return joined(node.content.map(textOf), '\n');
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      return joined(
        node.content.map((item, n) => `${start + n}. ${textOf(item)}`),
        '\n',
      );
    }
    case 'listItem':
      return joined(node.content.map(textOf), '\n');
    case 'blockquote':
      return joined(node.content.map(textOf), '\n\n');
    case 'image':
      return node.attrs.caption ?? '';
    case 'embed':
      return node.attrs.title || node.attrs.url;
    default:
      return '';
  }
}

/** The words of a document without its form: blocks are apart by an empty line. */
export const plainTextOf = ({ content }: Pick<RichDoc, 'content'>): string =>
  joined(content.map(textOf), '\n\n');

/** What is before the line of the paywall, for everybody. Nothing without a line: then no part is meant for everybody. */
export function teaserOf(doc: RichDoc): { doc: RichDoc; text: string } {
  const line = doc.content.findIndex(({ type }) => type === 'paywall');
  const teaser = { ...doc, content: doc.content.slice(0, Math.max(0, line)) };
  return { doc: teaser, text: plainTextOf(teaser) };
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** Read in a minute. */
const SPEED = { ideographs: 400, words: 220 };

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Characters without spaces, and minutes that reading takes: at least one for any text. */
export function lengthOf(text: string): { characters: number; minutes: number } {
  const words = countOf(text.replace(IDEOGRAPHS, ' '), WORDS);
  const minutes = countOf(text, IDEOGRAPHS) / SPEED.ideographs + words / SPEED.words;
  return { characters: countOf(text, /\S/gu), minutes: Math.ceil(minutes) };
}
