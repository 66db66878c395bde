import { useRef, useState } from 'react';
import { type ExportFormat, exportBooks } from '#services/contract/books/books-export.ts';
import { download } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { saveBlob } from '../../../components/save-file.ts';
import { type FileHash, fileHash } from './file-hash.ts';

export interface Downloaded {
  name: string;
  size: number;
  format: ExportFormat;
  /** For text files: undefined if the last line is missing. For a spreadsheet it is not computed here. */
  hash: FileHash | undefined;
}

/** The days that a file is about: without `from` since the beginning, without `to` all that is booked. */
export interface ExportPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

interface DownloadRequest {
  format: ExportFormat;
  period: ExportPeriod;
  position: number;
}

/** Downloads a file of the books, shows progress, checks it and saves it. */
export function useDownload() {
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const saving = useMutation({
    // The page shows the error instead of the file.
    meta: { quiet: true, refresh: false },
    async mutationFn({ format, period, position }: DownloadRequest): Promise<Downloaded> {
      setBytes(0);
      stop.current = new AbortController();
      const { bytes: file, name = 'books' } = await download(
        exportBooks,
        { format, ...period, as_of: String(position) },
        { signal: stop.current.signal, onBytes: setBytes },
      );
      const hash = format === 'xlsx' ? undefined : await fileHash(file);
      saveBlob(file, name);
      return { name, size: file.size, format, hash };
    },
  });
  return {
    bytes,
    start: saving.mutate,
    cancel: () => stop.current?.abort(),
    running: saving.isPending,
    stopped: saving.isError && stop.current?.signal.aborted === true,
    error: saving.error,
    done: saving.data,
  };
}
