import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaKind } from '#services/contract/media/media.ts';
import { limitWords, problemOf } from './file-limits.ts';
import type { SentFile } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

/** Sends chosen files of a kind; those that cannot be sent are named with the reason. */
export function useChosen(kind: MediaKind, { queue }: Uploads, onSent: (file: SentFile) => void) {
  const { t } = useTranslation('media');
  const [problem, setProblem] = useState<string>();
  const sentenceOf = (file: File): string | undefined => {
    const found = problemOf(kind, file);
    if (found === undefined) return undefined;
    const sentence =
      found === 'size' ? t('limit.size', { size: limitWords(kind) }) : t(`limit.${found}.${kind}`);
    return t('upload.named', { name: file.name, problem: sentence });
  };
  const choose = (files: readonly File[]) => {
    setProblem(files.map(sentenceOf).find((sentence) => sentence !== undefined));
    queue.add(
      kind,
      files.filter((file) => problemOf(kind, file) === undefined),
      onSent,
    );
  };
  return { choose, problem };
}
