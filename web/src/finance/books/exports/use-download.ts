import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ExportFormat } from '#services/api/books/contract/books-export.ts';
import { booksFile, type ExportPeriod } from '../../../api/books-export.ts';
import { saveBlob } from '../../../components/save-file.ts';
import { type FileHash, fileHash } from './file-hash.ts';

export interface Downloaded {
  name: string;
  size: number;
  format: ExportFormat;
  /** For text files: undefined if the last line is missing. For a spreadsheet it is not computed here. */
  hash: FileHash | undefined;
}

interface Asked {
  format: ExportFormat;
  period: ExportPeriod;
  position: number;
}

/** Downloads a file of the books, shows progress, checks it and saves it. */
export function useDownload() {
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const download = useMutation({
    // The page shows the error instead of the file.
    meta: { quiet: true },
    async mutationFn({ format, period, position }: Asked): Promise<Downloaded> {
      setBytes(0);
      stop.current = new AbortController();
      const file = await booksFile(format, period, position, setBytes, stop.current.signal);
      const hash = format === 'xlsx' ? undefined : await fileHash(file.bytes);
      saveBlob(file.bytes, file.name);
      return { name: file.name, size: file.bytes.size, format, hash };
    },
  });
  return {
    bytes,
    start: download.mutate,
    cancel: () => stop.current?.abort(),
    running: download.isPending,
    stopped: download.isError && stop.current?.signal.aborted === true,
    error: download.error,
    done: download.data,
  };
}
