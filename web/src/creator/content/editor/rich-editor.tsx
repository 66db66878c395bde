import { Group, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react';
import { BubbleMenu, FloatingMenu } from '@tiptap/react/menus';
import { type ComponentProps, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editor.module.css';
import type { EditorFiles } from './editor-files.ts';
import { articleExtensions } from './extensions.ts';
import { FilesContext } from './file-blocks.tsx';
import { useFileInserts } from './file-inserts.ts';
import { InsertList, type MenuKeys } from './insert-list.tsx';
import { InsertMenu } from './insert-menu.tsx';
import { hasPaywall, type Insert, insertAtOnce, insertBlocks, insertsFor } from './inserts.ts';
import { LinkDialog } from './link-dialog.tsx';
import { MarkButtons } from './marks.tsx';
import { cleanPaste } from './paste.ts';
import { ProductDialog } from './product-dialog.tsx';
import { isComposing, type SlashMenu } from './slash.ts';

export interface EditorHandle {
  focus: () => void;
  replace: (doc: JSONContent) => void;
}

interface Props {
  doc: JSONContent;
  files: EditorFiles;
  label: string;
  onDoc: (doc: JSONContent) => void;
  /** Asks for a vote, which is below the text. */
  onVote: () => void;
  ref: Ref<EditorHandle>;
}

const SCROLL_MARGIN = { top: 180, bottom: 120, left: 0, right: 0 };
const SMALL = '(max-width: 868.9px)';
type Dialog = 'link' | 'product' | 'embed';

// The menus are set up again with each new value.
const BESIDE = { placement: 'left', offset: 12 } as const;
const hasChosenText: NonNullable<ComponentProps<typeof BubbleMenu>['shouldShow']> = ({
  state,
  view,
  editor,
}) =>
  state.selection instanceof TextSelection &&
  !state.selection.empty &&
  view.hasFocus() &&
  !editor.isActive('codeBlock');

/** The text of an article: `/` and + insert, chosen text has a menu of marks; on phones a bar has both. */
export function RichEditor({ doc, files, label, onDoc, onVote, ref }: Props) {
  const { t, i18n } = useTranslation('content-article');
  const isSmall = useMediaQuery(SMALL, undefined, { getInitialValueInEffect: false });
  const [menu, setMenu] = useState<SlashMenu>();
  const [dialog, setDialog] = useState<Dialog>();
  const keys = useRef<MenuKeys>(null);
  const words = useRef(t);
  words.current = t;
  const chosen = useRef<(insert: Insert, editor: Editor) => void>(() => undefined);
  const saw = useRef(onDoc);
  saw.current = onDoc;
  const dropFiles = useRef<(files: readonly File[], at?: number) => boolean>(() => false);
  const editor = useEditor({
    injectCSS: false,
    content: doc,
    extensions: articleExtensions({
      placeholder: () => words.current('placeholder'),
      insertsFor: (query) => insertsFor(query, (name) => words.current(`insert.${name}`)),
      onMenu: setMenu,
      onKey: ({ key }) => keys.current?.press(key) ?? false,
      onChosen: (insert, of) => chosen.current(insert, of),
    }),
    editorProps: {
      // The bars of the page cover what is above and below.
      scrollMargin: SCROLL_MARGIN,
      scrollThreshold: SCROLL_MARGIN,
      attributes: {
        class: classes.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      // The Enter that ends a composition breaks no line.
      handleKeyDown: (_view, event) => event.key === 'Enter' && isComposing(event),
      transformPastedHTML(html) {
        // What was copied here is taken as it is.
        if (html.includes('data-pm-slice')) return html;
        const cleaned = cleanPaste(html);
        if (cleaned.removed > 0)
          notifications.show({
            color: 'orange',
            message: words.current('paste.pictures', { count: cleaned.removed }),
          });
        return cleaned.html;
      },
      handlePaste: (_view, { clipboardData }) => {
        const sent = [...(clipboardData?.files ?? [])];
        // Word copies a text together with its picture: it is pasted as text.
        const hasText = clipboardData?.getData('text/plain').trim() !== '';
        return sent.length > 0 && !hasText && dropFiles.current(sent);
      },
      handleDrop: (view, event) => {
        const { clientX: left, clientY: top, dataTransfer } = event;
        const sent = [...(dataTransfer?.files ?? [])];
        return sent.length > 0 && dropFiles.current(sent, view.posAtCoords({ left, top })?.pos);
      },
    },
    onUpdate: ({ editor: of }) => saw.current(of.getJSON()),
  });
  const inserting = useFileInserts(editor, files);
  dropFiles.current = inserting.drop;
  chosen.current = ({ name }, of) => {
    if (name === 'vote') onVote();
    else if (name === 'product' || name === 'embed') setDialog(name);
    else if (!inserting.choose(name)) insertAtOnce(of, name);
  };
  useImperativeHandle(ref, () => ({
    // At once: the library's own command waits for a frame, and the next key would go to the title.
    focus: () => {
      editor.commands.setTextSelection(1);
      editor.view.focus();
    },
    replace: (next) => editor.commands.setContent(next, { emitUpdate: true }),
  }));
  // Words of the editor itself are drawn again in the other language.
  useEffect(() => editor.view.dispatch(editor.state.tr), [editor, i18n.language]);
  const walled = useEditorState({ editor, selector: ({ editor: of }) => hasPaywall(of) });
  const insertMenu = <InsertMenu walled={walled} onChosen={(insert) => chosen.current(insert, editor)} />;
  const marks = <MarkButtons editor={editor} onLink={() => setDialog('link')} />;
  const address = dialog === 'link' ? String(editor.getAttributes('link').href ?? '') : '';
  const close = () => setDialog(undefined);
  return (
    <FilesContext value={files}>
      <div className={classes.editor}>
        {isSmall ? (
          <Group className={classes.bar} gap={2} wrap="nowrap" role="toolbar" aria-label={t('mark.title')}>
            {insertMenu}
            {marks}
          </Group>
        ) : (
          <>
            <FloatingMenu editor={editor} options={BESIDE}>
              {insertMenu}
            </FloatingMenu>
            <BubbleMenu editor={editor} shouldShow={hasChosenText}>
              <Paper withBorder shadow="md" p={4}>
                <Group gap={2} wrap="nowrap" role="toolbar" aria-label={t('mark.title')}>
                  {marks}
                </Group>
              </Paper>
            </BubbleMenu>
          </>
        )}
        <EditorContent editor={editor} />
        {menu && <InsertList menu={menu} ref={keys} />}
        <input {...inserting.input} />
      </div>
      {dialog === 'product' && (
        <ProductDialog
          onClose={close}
          onProduct={(attrs) => {
            close();
            insertBlocks(editor, [{ type: 'productCard', attrs }]);
          }}
        />
      )}
      {(dialog === 'link' || dialog === 'embed') && (
        <LinkDialog
          title={t(dialog === 'link' ? 'link.title' : 'insert.embed')}
          address={address}
          onClose={close}
          onAddress={(href) => {
            close();
            if (dialog === 'embed') insertBlocks(editor, [{ type: 'embed', attrs: { url: href } }]);
            else setLink(editor, href);
          }}
          onRemove={
            address === ''
              ? undefined
              : () => {
                  close();
                  editor.chain().focus().extendMarkRange('link').unsetLink().run();
                }
          }
        />
      )}
    </FilesContext>
  );
}

/** Links the chosen text; without one the address itself is inserted as its text. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}
