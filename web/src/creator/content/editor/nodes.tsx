import { mergeAttributes, Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { EmbedBlock, PaywallBlock, ProductBlock } from './card-blocks.tsx';
import { FileBlock, GalleryBlock, PictureBlock } from './file-blocks.tsx';

type View = Parameters<typeof ReactNodeViewRenderer>[0];

/** Attributes of a copied node; those of another kind are not taken. */
function attributesIn(text: string | null, pattern: Readonly<Record<string, unknown>>) {
  try {
    const found: Record<string, unknown> = JSON.parse(text ?? '') ?? {};
    const fits = Object.entries(pattern).every(
      ([name, sample]) =>
        typeof found[name] === typeof sample && Array.isArray(found[name]) === Array.isArray(sample),
    );
    return fits && found;
  } catch {
    return false; // not ours
  }
}

/** A block that is one thing: it is chosen, moved and removed as a whole. */
const block = (name: string, attributes: Readonly<Record<string, unknown>>, view: View, group = 'block') =>
  Node.create({
    name,
    group,
    atom: true,
    draggable: true,
    addAttributes: () =>
      Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [key, { default: value, rendered: false }]),
      ),
    parseHTML: () => [
      {
        tag: `div[data-block="${name}"]`,
        getAttrs: (element) => attributesIn(element.getAttribute('data-attributes'), attributes),
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, {
        'data-block': name,
        'data-attributes': JSON.stringify(node.attrs),
      }),
    ],
    addNodeView: () => ReactNodeViewRenderer(view),
  });

/** Only a document contains it, at its top level: what is below is for those who can read the article. */
const PAYWALL_GROUP = 'paywall';

export const blocks = [
  block('image', { file_id: '', alt: '', caption: '' }, PictureBlock),
  block('gallery', { file_ids: [] as string[] }, GalleryBlock),
  block('audio', { file_id: '' }, FileBlock),
  block('video', { file_id: '' }, FileBlock),
  block('attachment', { file_id: '' }, FileBlock),
  block('productCard', { plan_id: '', sku_id: '' }, ProductBlock),
  block('embed', { url: '', title: '', description: '', picture: '' }, EmbedBlock),
  block('paywall', {}, PaywallBlock, PAYWALL_GROUP),
  Node.create({ name: 'doc', topNode: true, content: `(block | ${PAYWALL_GROUP})+` }),
];
