import { IconClockExclamation } from '@tabler/icons-react';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { getLag } from '#services/contract/system/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { useLocale } from '../../language/use-locale.ts';
import { Notice } from './notice.tsx';
import { pageLag } from './page-lag.ts';

const POLL_MS = 60_000;

/** A notice above a page whose figures are late or incomplete. */
export function LagNotice() {
  const { t, formats } = useLocale('shell');
  const topics = useTopicsShown();
  const { data, dataUpdatedAt } = useQuery(
    queryOf(getLag, {}, { staleTime: 'static', refetchInterval: POLL_MS }),
  );
  const lag = data && pageLag(data.read_models, topics);
  if (lag === undefined) return null;
  const updatedAt = dataUpdatedAt / 1000;
  return (
    <Notice icon={<IconClockExclamation aria-hidden />}>
      {lag.seconds > 0 && <div>{t('lag.old', { ago: formats.ago(updatedAt - lag.seconds, updatedAt) })}</div>}
      {lag.incomplete && <div>{t('lag.incomplete')}</div>}
    </Notice>
  );
}

/** The read models that the queries of the present page name as their topics. */
function useTopicsShown(): readonly string[] {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  );
  const shown = useSyncExternalStore(subscribe, () =>
    [...new Set(cache.getAll().flatMap((query) => (query.isActive() ? (query.meta?.topics ?? []) : [])))]
      .sort()
      .join(),
  );
  return shown.split(',');
}
