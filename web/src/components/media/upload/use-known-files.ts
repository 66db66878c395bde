import { useState } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import { useOwnFiles } from '../use-own-files.ts';
import type { SentFile } from './upload-queue.ts';

const asSent = (file: ShownFile): SentFile => ({
  ...file,
  // The address of a video or a sound is no picture.
  preview: file.small || file.preview || (file.kind === 'picture' ? file.url : ''),
});

/**
 * What a form knows of the files that it names: those of the saved post, those that were sent from here, and those of
 * a draft or a restored text.
 */
export function useKnownFiles(shown: readonly ShownFile[], named: readonly string[]) {
  const [sent, setSent] = useState<ReadonlyMap<string, SentFile>>(new Map());
  const isKnown = (file_id: string) => sent.has(file_id) || shown.some((one) => one.file_id === file_id);
  const others = useOwnFiles(named.filter((file_id) => file_id !== '' && !isKnown(file_id)));
  return {
    fileOf: (file_id: string): SentFile | undefined => {
      const stored = [...shown, ...others].find((one) => one.file_id === file_id);
      return sent.get(file_id) ?? (stored && asSent(stored));
    },
    add: (file: SentFile) => setSent((before) => new Map(before).set(file.file_id, file)),
  };
}
export type KnownFiles = ReturnType<typeof useKnownFiles>;
