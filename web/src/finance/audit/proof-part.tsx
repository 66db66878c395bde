import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getEventProof, getFinanceOrderProof } from '#services/contract/audit/audit.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { CheckResult } from '../../proof/check-result.tsx';
import { EventProof } from './event-proof.tsx';
import { positionIn } from './position.ts';

interface Props {
  /** A position, or the number of an order. */
  proof: string | undefined;
  onProof: (proof: string | undefined) => void;
}

/** Events wait for their seal for a minute at most. */
const SEAL_MS = 15_000;

/** Proves one event, or all of an order that is about money. */
export function ProofPart({ proof, onProof }: Props) {
  const { t } = useTranslation('audit');
  const position = positionIn(proof ?? '');
  return (
    <Section title={t('proof.title')} text={t('proof.text')}>
      <WordsField words={proof} label={t('proof.find')} longest={80} onSearch={onProof} />
      {proof !== undefined &&
        (position === undefined ? <Order number={proof} /> : <Event position={position} />)}
    </Section>
  );
}

function Event({ position }: { position: number }) {
  const { t } = useTranslation('audit');
  const { error } = useQuery(queryOf(getEventProof, { position }));
  if (isRefusal(error, EC.notFound, EC.badInput)) return <Text c="dimmed">{t('proof.none')}</Text>;
  return <EventProof position={position} />;
}

function Order({ number }: { number: string }) {
  const { t } = useTranslation('audit');
  const query = useQuery(
    queryOf(
      getFinanceOrderProof,
      { out_trade_no: number },
      { refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? SEAL_MS : false) },
    ),
  );
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <Text c="dimmed">{t('proof.none')}</Text>;
  return (
    <Loaded query={query} height={160}>
      {({ file, waiting, public_key }) => (
        <>
          {waiting > 0 && <Text size="sm">{t('proof.waiting', { count: waiting })}</Text>}
          {file.proofs.length > 0 && <CheckResult file={file} publicKey={public_key} savable />}
        </>
      )}
    </Loaded>
  );
}
