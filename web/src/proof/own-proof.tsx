import { Alert, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getMySettlementProof, getOrderProof } from '#services/contract/audit/audit.ts';
import type { ProofFile } from '#services/contract/audit/proof-file.ts';
import { getPostProof } from '#services/contract/content/access.ts';
import { getBallotProof } from '#services/contract/content/votes.ts';
import { download } from '../api/client.ts';
import { queryOf } from '../api/queries.ts';
import { EC, isRefusal } from '../api/refusal.ts';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { useLocale } from '../language/use-locale.ts';
import { CheckResult } from './check-result.tsx';

/** Events wait for their seal for a minute at most. */
const SEAL_MS = 15_000;

interface KeyProps {
  /** Undefined while it is not known. */
  publicKey: string | undefined;
}

/** The proof of an order, for its buyer or seller, loaded and checked. */
export function OwnOrder({ out_trade_no, publicKey }: KeyProps & { out_trade_no: string }) {
  const { t } = useLocale('proof');
  const query = useQuery(queryOf(getOrderProof, { out_trade_no }, untilSealed));
  const title = t('order.title', { number: out_trade_no });
  return <OwnFile query={query} title={title} text={t('order.text')} publicKey={publicKey} />;
}

/** The proof of an own post's publication. */
export function OwnPost({ post_id, publicKey }: KeyProps & { post_id: string }) {
  const { t } = useLocale('proof');
  const query = useQuery(queryOf(getPostProof, { post_id }, untilSealed));
  return <OwnFile query={query} title={t('post.title')} text={t('post.text')} publicKey={publicKey} />;
}

/** The proof of the own ballot in a vote. */
export function OwnBallot({ vote_id, publicKey }: KeyProps & { vote_id: string }) {
  const { t } = useLocale('proof');
  const query = useQuery(queryOf(getBallotProof, { vote_id }, untilSealed));
  return <OwnFile query={query} title={t('ballot.title')} text={t('ballot.text')} publicKey={publicKey} />;
}

interface Unsealed {
  file: ProofFile;
  waiting: number;
}
const untilSealed = {
  refetchInterval: ({ state }: { state: { data?: Unsealed | undefined } }) =>
    (state.data?.waiting ?? 0) > 0 ? SEAL_MS : (false as const),
};

interface FileProps extends KeyProps {
  query: UseQueryResult<Unsealed>;
  title: string;
  text: string;
}

function OwnFile({ query, title, text, publicKey }: FileProps) {
  const { t } = useLocale('proof');
  if (isRefusal(query.error)) return <NoProof error={query.error} />;
  return (
    <Section title={title} text={text}>
      <Loaded query={query} height={160}>
        {({ file, waiting }) => (
          <>
            {waiting > 0 && <Text size="sm">{t('waiting', { count: waiting })}</Text>}
            {file.proofs.length > 0 && publicKey !== undefined && (
              <CheckResult file={file} publicKey={publicKey} savable />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The proof of one's own settled month. */
export function OwnMonth({ month, publicKey }: KeyProps & { month: string }) {
  const { t, formats } = useLocale('proof');
  const query = useQuery({
    queryKey: [getMySettlementProof.path, month],
    queryFn: async ({ signal }) => {
      const { bytes } = await download(getMySettlementProof, { month }, { signal });
      // The contract's file; it is checked all the same.
      return JSON.parse(await bytes.text()) as ProofFile;
    },
    staleTime: 'static',
  });
  if (isRefusal(query.error)) return <NoProof error={query.error} />;
  return (
    <Section title={t('settlement.title', { month: formats.month(month) })} text={t('settlement.text')}>
      <Loaded query={query} height={420}>
        {(file) => publicKey !== undefined && <CheckResult file={file} publicKey={publicKey} savable />}
      </Loaded>
    </Section>
  );
}

function NoProof({ error }: { error: unknown }) {
  const { t } = useLocale('proof');
  const which = isRefusal(error, EC.stateDoesNotAllow) ? 'notSealed' : 'none';
  return (
    <Alert color="orange" radius="lg" title={t(`${which}.title`)}>
      {t(`${which}.text`)}
    </Alert>
  );
}
