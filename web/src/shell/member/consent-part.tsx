import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { getConsent } from '#services/contract/accounts/terms.ts';
import { queryOf } from '../../api/queries.ts';
import { consent } from '../../app/consent/consent.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useOperator } from '../operator.ts';

const ConsentDialog = lazy(() => untilLoaded(() => import('./consent-dialog.tsx')));

/** Where people read what they are asked about, or leave. */
const READING = /^\/(term|privacy|terms-of-crowdfunding|setting\/(privacy|close-account))(\/|$)/;

/** Asks a person once for each version of the terms, unless this browser or the server knows the answer. */
export function ConsentPart({ profile: { user } }: { profile: Profile }) {
  const { user_id } = user;
  const version = useOperator()?.terms_version;
  const isReading = useLocation({ select: ({ pathname }) => READING.test(pathname) });
  const state = useSyncExternalStore(consent.subscribe, () =>
    version === undefined || consent.hasAgreed(user_id, version)
      ? 'agreed'
      : consent.isReadOnly(user_id)
        ? 'read_only'
        : 'unset',
  );
  const { data } = useQuery(
    queryOf(getConsent, {}, { enabled: state !== 'agreed', staleTime: Number.POSITIVE_INFINITY }),
  );
  const isAgreed = data !== undefined && data.agreed_version === version;
  useEffect(() => {
    if (isAgreed && version !== undefined) consent.agreed(user_id, version);
  }, [isAgreed, user_id, version]);
  if (isReading || state !== 'unset' || data === undefined || isAgreed || version === undefined) return null;
  return (
    <Suspense>
      <ConsentDialog user_id={user_id} version={version} isNew={data.agreed_version !== ''} />
    </Suspense>
  );
}
