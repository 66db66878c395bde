import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getEventProof } from '#services/contract/audit/audit.ts';
import type { LogProof } from '#services/contract/audit/logged-event.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { CheckResult } from '../../proof/check-result.tsx';

/** Events wait for their seal for a minute at most. */
const SEAL_MS = 15_000;

/** The event at a position, verified in this browser against its seal. */
export function EventProof({ position }: { position: number }) {
  const { t } = useTranslation('books');
  const query = useQuery(
    queryOf(
      getEventProof,
      { position },
      { refetchInterval: ({ state }) => (state.data?.proof === null ? SEAL_MS : false) },
    ),
  );
  return (
    <Loaded query={query} height={160}>
      {({ proof, public_key }) =>
        proof === null ? (
          <Text c="dimmed">{t('entry.waiting')}</Text>
        ) : (
          <Checked proof={proof} publicKey={public_key} />
        )
      }
    </Loaded>
  );
}

function Checked({ proof, publicKey }: { proof: LogProof; publicKey: string }) {
  const file = useMemo(
    () => ({
      format: 'fanwatt-proof-1' as const,
      about: { kind: 'event' as const, position: proof.event.position },
      proofs: [proof],
    }),
    [proof],
  );
  return <CheckResult file={file} publicKey={publicKey} savable />;
}
