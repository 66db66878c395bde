import { useState } from 'react';
import { sentenceOf } from '../../../app/queries.ts';
import { type EditorFiles, editorFiles, type KnownFile } from './editor-files.ts';

/** The files of the document that is edited. */
export function useEditorFiles(known: readonly KnownFile[] = []): EditorFiles {
  const [files] = useState(() => {
    const created = editorFiles(() => Promise.reject(new Error('no uploads')), sentenceOf);
    created.know(known);
    return created;
  });
  return files;
}
