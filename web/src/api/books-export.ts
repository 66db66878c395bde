import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ExportFormat, getExportContents } from '#services/api/books/contract/books-export.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';
import { refusalOf, ServerUnreachable } from './refusal.ts';

/** The days that a file of the books is about; from the beginning and all that was booked where they are left out. */
export interface ExportPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** The header of a file of that period. */
export const exportContentsQuery = ({ from, to }: ExportPeriod, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'export', from, to, as_of],
    queryFn: ({ signal }) => call(getExportContents, { from, to, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });

export interface BooksFile {
  bytes: Blob;
  name: string;
}

const nameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'books';

/**
 * Downloads the books as of a position.
 * @param onBytes called at intervals with the received bytes Throws as `get` does, also for an interrupted file.
 */
export async function booksFile(
  format: ExportFormat,
  { from, to }: ExportPeriod,
  position: number,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<BooksFile> {
  const query = new URLSearchParams({ format, as_of: String(position) });
  if (from !== undefined) query.set('from', from);
  if (to !== undefined) query.set('to', to);
  const path = `/api/finance/export?${query}`;
  let answer: Response;
  const parts: BlobPart[] = [];
  try {
    answer = await fetch(path, { headers: { 'locale-lang': language() }, signal });
    if (!answer.headers.get('content-type')?.includes('json')) {
      const reader = answer.body?.getReader();
      let bytes = 0;
      for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
        parts.push(read.value);
        bytes += read.value.length;
        onBytes(bytes);
      }
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ServerUnreachable(path, { cause });
  }
  if (answer.headers.get('content-type')?.includes('json')) throw refusalOf(await answer.json());
  return { bytes: new Blob(parts), name: nameIn(answer.headers.get('content-disposition')) };
}
