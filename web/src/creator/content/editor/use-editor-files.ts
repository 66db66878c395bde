import { useEffect, useState } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { sendFile } from '../../../components/media/upload/send-file.ts';
import { type EditorFiles, editorFiles } from './editor-files.ts';

/** The files of the document that is edited; leaving the page stops what is on its way. */
export function useEditorFiles(shown: readonly ShownFile[]): EditorFiles {
  const [files] = useState(() => {
    const created = editorFiles(sendFile, sentenceOf);
    created.know(shown.map((file) => ({ ...file, url: file.preview || file.url })));
    return created;
  });
  useEffect(() => files.cancelAll, [files]);
  return files;
}
