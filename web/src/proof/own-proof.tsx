import { Alert, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderProofQuery, settlementProofQuery } from '../api/proof.ts';
import { EC, isRefusal } from '../api/refusal.ts';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { useFormats } from '../language/use-formats.ts';
import { CheckResult } from './check-result.tsx';

interface KeyProps {
  /** Undefined while it is not known. */
  publicKey: string | undefined;
}

/** The proof of an order that one bought or sold, loaded and checked at once. */
export function OwnOrder({ out_trade_no, publicKey }: KeyProps & { out_trade_no: string }) {
  const { t } = useTranslation('proof');
  const query = useQuery(orderProofQuery(out_trade_no));
  if (isRefusal(query.error)) return <NoProof error={query.error} />;
  return (
    <Section title={t('order.title', { number: out_trade_no })} text={t('order.text')}>
      <Loaded query={query} skeleton={<Skeleton height={160} radius="lg" />}>
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
  const { t } = useTranslation('proof');
  const formats = useFormats();
  const query = useQuery(settlementProofQuery(month));
  if (isRefusal(query.error)) return <NoProof error={query.error} />;
  return (
    <Section title={t('settlement.title', { month: formats.month(month) })} text={t('settlement.text')}>
      <Loaded query={query} skeleton={<Skeleton height={160} radius="lg" />}>
        {(file) => publicKey !== undefined && <CheckResult file={file} publicKey={publicKey} savable />}
      </Loaded>
    </Section>
  );
}

function NoProof({ error }: { error: unknown }) {
  const { t } = useTranslation('proof');
  const which = isRefusal(error, EC.stateDoesNotAllow) ? 'notSealed' : 'none';
  return (
    <Alert color="orange" radius="lg" title={t(`${which}.title`)}>
      {t(`${which}.text`)}
    </Alert>
  );
}
