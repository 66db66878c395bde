import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useSender } from '../../../components/media/upload/use-uploads.ts';
import { useOwnFiles } from '../../../components/media/use-own-files.ts';
import { type EditorFiles, editorFiles } from './editor-files.ts';
import { docOf, missingFiles } from './saved-doc.ts';

const known = (shown: readonly ShownFile[]) =>
  shown.map((file) => ({ ...file, url: file.preview || file.url }));

/**
 * The files of the document that is edited; leaving the page stops what is on its way.
 * @param rich files that it names without being shown yet, as in a draft, are asked for
 */
export function useEditorFiles(shown: readonly ShownFile[], rich: string): EditorFiles {
  const send = useSender();
  const [files] = useState(() => {
    const created = editorFiles(send, sentenceOf);
    created.know(known(shown));
    return created;
  });
  useSyncExternalStore(files.subscribe, files.version);
  const doc = useMemo(() => docOf(rich), [rich]);
  const own = useOwnFiles(missingFiles(doc, (id) => files.fileOf(id) && id));
  useEffect(() => files.know(known(own.filter(({ state }) => state === 'ready'))), [files, own]);
  useEffect(() => files.cancelAll, [files]);
  return files;
}
