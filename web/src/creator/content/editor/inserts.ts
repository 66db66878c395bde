import {
  IconBlockquote,
  IconChartBar,
  IconCode,
  IconH2,
  IconH3,
  IconLayoutGrid,
  IconLink,
  IconList,
  IconListNumbers,
  IconLockDollar,
  IconMovie,
  IconMusic,
  IconPaperclip,
  IconPhoto,
  IconSeparatorHorizontal,
  IconShoppingBag,
} from '@tabler/icons-react';
import type { Editor, JSONContent } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { MediaKind } from '#services/contract/media/media.ts';

/** What the menus insert. Words find it in `/`: English, pinyin, and its initials. */
export const INSERTS = [
  { name: 'picture', icon: IconPhoto, words: 'picture image photo tupian tp' },
  { name: 'gallery', icon: IconLayoutGrid, words: 'gallery tuji tj' },
  { name: 'audio', icon: IconMusic, words: 'audio sound music yinpin yp' },
  { name: 'video', icon: IconMovie, words: 'video film shipin sp' },
  { name: 'attachment', icon: IconPaperclip, words: 'attachment file fujian fj wenjian' },
  { name: 'product', icon: IconShoppingBag, words: 'product plan card shangpin sp fangan fa' },
  { name: 'embed', icon: IconLink, words: 'link card embed lianjie lj' },
  { name: 'vote', icon: IconChartBar, words: 'vote poll toupiao tp' },
  { name: 'paywall', icon: IconLockDollar, words: 'paywall members fufei ff huiyuan' },
  { name: 'divider', icon: IconSeparatorHorizontal, words: 'divider line rule fengexian fgx' },
  { name: 'heading2', icon: IconH2, words: 'heading title h2 biaoti bt' },
  { name: 'heading3', icon: IconH3, words: 'subheading h3 xiaobiaoti xbt' },
  { name: 'bullets', icon: IconList, words: 'bullet list liebiao lb' },
  { name: 'numbers', icon: IconListNumbers, words: 'numbered ordered list bianhao bh liebiao lb' },
  { name: 'quote', icon: IconBlockquote, words: 'quote yinyong yy' },
  { name: 'code', icon: IconCode, words: 'code daima dm' },
] as const;
export type Insert = (typeof INSERTS)[number];
export type InsertName = Insert['name'];

/** The kind of file that is chosen for it. */
export const FILE_KINDS: Partial<Record<InsertName, MediaKind>> = {
  picture: 'picture',
  gallery: 'picture',
  audio: 'audio',
  video: 'video',
  attachment: 'attachment',
};

/** Those that match a typed word, by their name in the person's language or by their words. */
export function insertsFor(typed: string, nameOf: (name: InsertName) => string): Insert[] {
  const word = typed.toLowerCase();
  return INSERTS.filter(
    ({ name, words }) =>
      nameOf(name).toLowerCase().includes(word) || words.split(' ').some((one) => one.startsWith(word)),
  );
}

/** Inserts what needs no file and no dialog. */
export function insertAtOnce(editor: Editor, name: InsertName): void {
  const chain = editor.chain().focus();
  switch (name) {
    case 'heading2':
      return void chain.toggleHeading({ level: 2 }).run();
    case 'heading3':
      return void chain.toggleHeading({ level: 3 }).run();
    case 'bullets':
      return void chain.toggleBulletList().run();
    case 'numbers':
      return void chain.toggleOrderedList().run();
    case 'quote':
      return void chain.toggleBlockquote().run();
    case 'code':
      return void chain.toggleCodeBlock().run();
    case 'divider':
      return void chain.setHorizontalRule().run();
    case 'paywall':
      return void insertPaywall(editor);
    default:
  }
}

export const hasPaywall = (editor: Editor): boolean => {
  let found = false;
  editor.state.doc.forEach(({ type }) => {
    found ||= type.name === 'paywall';
  });
  return found;
};

function insertPaywall(editor: Editor): void {
  if (!hasPaywall(editor)) insertBlocks(editor, [{ type: 'paywall' }]);
}

/**
 * Puts blocks at the top level: in the place of an empty paragraph, else behind the block that has the cursor, or the
 * position. The cursor goes on in the paragraph below.
 */
export function insertBlocks(editor: Editor, blocks: JSONContent[], at?: number): void {
  const { doc, selection } = editor.state;
  const $at = at === undefined ? selection.$to : doc.resolve(at);
  const isEmpty = $at.depth === 1 && $at.parent.type.name === 'paragraph' && $at.parent.content.size === 0;
  const from = $at.depth === 0 ? $at.pos : isEmpty ? $at.before(1) : $at.after(1);
  const range = { from, to: isEmpty ? $at.after(1) : from };
  editor
    .chain()
    .focus()
    .insertContentAt(range, blocks)
    .command(({ tr }) => {
      const end = tr.mapping.map(range.to);
      const { paragraph } = editor.schema.nodes;
      if (tr.doc.resolve(end).nodeAfter?.isTextblock !== true && paragraph)
        tr.insert(end, paragraph.create());
      tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)));
      return true;
    })
    .scrollIntoView()
    .run();
}
