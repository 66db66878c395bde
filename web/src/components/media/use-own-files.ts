import { useQuery } from '@tanstack/react-query';
import { MAX_SHOWN_FILES, type ShownFile, showOwnFiles } from '#services/contract/media/media.ts';
import { queryOf } from '../../api/queries.ts';

const AGAIN_MS = 3_000;
/** Their addresses are valid for a minute at least. */
const FRESH_MS = 45_000;
const NONE: readonly ShownFile[] = [];

/** Own files by their ids, with addresses; asked again until all are prepared. */
export function useOwnFiles(file_ids: readonly string[]): readonly ShownFile[] {
  const named = [...new Set(file_ids)].toSorted().slice(0, MAX_SHOWN_FILES);
  const query = useQuery(
    queryOf(
      showOwnFiles,
      { file_ids: named.join() },
      {
        enabled: named.length > 0,
        staleTime: FRESH_MS,
        refetchInterval: ({ state: { data } }) =>
          data?.list.some(({ state }) => state !== 'ready') ? AGAIN_MS : false,
      },
    ),
  );
  return query.data?.list ?? NONE;
}
