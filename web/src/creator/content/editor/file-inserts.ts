import { notifications } from '@mantine/notifications';
import type { Editor } from '@tiptap/core';
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaKind } from '#services/contract/media/media.ts';
import { acceptOf, limitWords, problemOf } from '../../../components/media/upload/file-limits.ts';
import type { EditorFiles } from './editor-files.ts';
import { FILE_KINDS, type InsertName, insertBlocks } from './inserts.ts';

const MAX_GALLERY = 9;
const kindOf = ({ type }: File): MediaKind => {
  if (type.startsWith('image/')) return 'picture';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'video' : 'attachment';
};
const NODE_OF = { picture: 'image', audio: 'audio', video: 'video', attachment: 'attachment' } as const;

/** Chosen, dropped and pasted files become blocks, which show how far they are. */
export function useFileInserts(editor: Editor, files: EditorFiles) {
  const { t } = useTranslation(['content-article', 'media']);
  const field = useRef<HTMLInputElement>(null);
  const insert = useRef<InsertName>('picture');

  /** Names the files that cannot be sent, with the reason. */
  function refuse(file: File, kind: MediaKind): boolean {
    const found = problemOf(kind, file);
    if (found === undefined) return false;
    const problem =
      found === 'size'
        ? t('media:limit.size', { size: limitWords(kind) })
        : t(`media:limit.${found}.${kind}`);
    notifications.show({ color: 'red', message: t('media:upload.named', { name: file.name, problem }) });
    return true;
  }

  function add(chosen: readonly File[], as: (file: File) => MediaKind, gallery: boolean, at?: number): void {
    const sent = chosen.filter((file) => !refuse(file, as(file)));
    if (sent.length === 0) return;
    const blocks =
      gallery && sent.length > 1
        ? [
            {
              type: 'gallery',
              attrs: { file_ids: sent.slice(0, MAX_GALLERY).map((file) => files.add(file, 'picture')) },
            },
          ]
        : sent.map((file) => ({ type: NODE_OF[as(file)], attrs: { file_id: files.add(file, as(file)) } }));
    insertBlocks(editor, blocks, at);
  }

  return {
    /** Opens the chooser of the browser. @returns false for what is no file */
    choose(name: InsertName): boolean {
      const of = FILE_KINDS[name];
      if (of === undefined || field.current === null) return false;
      insert.current = name;
      // The chooser opens only while the click is handled: React would draw the field later.
      field.current.accept = acceptOf(of) ?? '';
      field.current.multiple = of === 'picture';
      field.current.click();
      return true;
    },
    drop(sent: readonly File[], at?: number): boolean {
      add(sent, kindOf, false, at);
      return true;
    },
    input: {
      ref: field,
      type: 'file',
      hidden: true,
      tabIndex: -1,
      'aria-label': t('file.choose'),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const sent = [...(currentTarget.files ?? [])];
        currentTarget.value = '';
        const kind = FILE_KINDS[insert.current] ?? 'picture';
        if (sent.length > 0) add(sent, () => kind, insert.current === 'gallery');
      },
    } satisfies ComponentProps<'input'>,
  };
}
