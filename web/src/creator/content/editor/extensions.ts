import { Extension } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { LINK } from './link-address.ts';
import { blocks } from './nodes.tsx';
import { type SlashOptions, slashMenu } from './slash.ts';

/** The paywall line stands once: a second one is removed again. */
const OnePaywall = Extension.create({
  name: 'onePaywall',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, state) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        const lines: number[] = [];
        state.doc.forEach(({ type }, offset) => {
          if (type.name === 'paywall') lines.push(offset);
        });
        if (lines.length < 2) return null;
        const change = state.tr;
        for (const offset of lines.slice(1).reverse()) change.delete(offset, offset + 1);
        return change;
      },
    }),
  ],
});

interface Options extends SlashOptions {
  placeholder: () => string;
}

/** All nodes and marks of a document: exactly those of services/contract/content/rich-text.ts. */
export const articleExtensions = ({ placeholder, ...slash }: Options) => [
  StarterKit.configure({
    document: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => LINK.test(address),
      // A text that only looks like a host, as readme.md, stays a text.
      shouldAutoLink: (address) => LINK.test(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    dropcursor: { color: 'var(--mantine-primary-color-filled)', width: 2 },
  }),
  ...blocks,
  OnePaywall,
  Placeholder.configure({ placeholder: ({ node }) => (node.type.name === 'paragraph' ? placeholder() : '') }),
  slashMenu(slash),
];
