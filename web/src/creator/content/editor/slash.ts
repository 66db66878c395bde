import { type Editor, Extension, type Range } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { PluginKey } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import type { Insert } from './inserts.ts';

const SLASH = new PluginKey('slashMenu');

/** `/`, or `、`, which the same key gives with a Chinese input method, at the beginning of a line. */
const TYPED = /^[/、]([^\s/、]{0,20})$/;

/** The menu as it is open now. */
export interface SlashMenu {
  inserts: readonly Insert[];
  mount: SuggestionProps['mount'];
  choose: (insert: Insert) => void;
}

export interface SlashOptions {
  /** What matches the typed word. */
  insertsFor: (query: string) => readonly Insert[];
  onMenu: (menu: SlashMenu | undefined) => void;
  /** A key while the menu is open. @returns whether it is done */
  onKey: (event: KeyboardEvent) => boolean;
  onChosen: (insert: Insert, editor: Editor) => void;
}

/** Safari reports the Enter that ends a composition after it, with this code. */
const COMPOSING = 229;
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING;

function matchAt($position: ResolvedPos): { range: Range; query: string; text: string } | null {
  const { parent, parentOffset } = $position;
  if (parent.type.name !== 'paragraph' || parentOffset !== parent.content.size) return null;
  const match = TYPED.exec(parent.textContent);
  if (match === null || parent.childCount !== 1) return null;
  const from = $position.start();
  return { range: { from, to: $position.pos }, query: match[1] ?? '', text: match[0] };
}

/** The menu behind `/`. It never opens, and nothing is chosen, while an input method composes. */
export const slashMenu = ({ insertsFor, onMenu, onKey, onChosen }: SlashOptions) =>
  Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      const { editor } = this;
      const show = ({ items, mount, command }: SuggestionProps<Insert, Insert>) =>
        onMenu({ inserts: items, mount, choose: command });
      return [
        Suggestion<Insert, Insert>({
          editor,
          pluginKey: SLASH,
          findSuggestionMatch: ({ $position }) => matchAt($position),
          allow: () => !editor.view.composing,
          items: ({ query }) => [...insertsFor(query)],
          command: ({ range, props }) => {
            editor.chain().focus().deleteRange(range).run();
            onChosen(props, editor);
          },
          render: () => ({
            onStart: show,
            onUpdate: show,
            onExit: () => onMenu(undefined),
            onKeyDown: ({ event, view }) => {
              if (isComposing(event) || view.composing) return false;
              if (event.key === 'Escape') exitSuggestion(view, SLASH);
              return onKey(event);
            },
          }),
        }),
      ];
    },
  });
