import { useState } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import type { SentFile } from './upload-queue.ts';

const asSent = (file: ShownFile): SentFile => ({ ...file, preview: file.small || file.preview || file.url });

/** What a form knows of the files that it names: those of the saved post, and those that were sent from here. */
export function useKnownFiles(shown: readonly ShownFile[]) {
  const [sent, setSent] = useState<ReadonlyMap<string, SentFile>>(new Map());
  return {
    fileOf: (file_id: string): SentFile | undefined => {
      const saved = shown.find((one) => one.file_id === file_id);
      return sent.get(file_id) ?? (saved && asSent(saved));
    },
    add: (file: SentFile) => setSent((before) => new Map(before).set(file.file_id, file)),
  };
}
export type KnownFiles = ReturnType<typeof useKnownFiles>;
