import { Container, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getAuditKey } from '#services/contract/audit/audit.ts';
import { queryOf } from '../api/queries.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { FileCheck } from './file-check.tsx';
import { KeyPart } from './key-part.tsx';
import { OwnBallot, OwnMonth, OwnOrder, OwnPost } from './own-proof.tsx';

/** Search parameters of the page: an own order, settled month, post or ballot, or a file. */
export interface ProofSearch {
  out_trade_no?: string | undefined;
  /** `YYYY-MM` */
  month?: string | undefined;
  post_id?: string | undefined;
  vote_id?: string | undefined;
}

/** /proof: anyone can verify events of the log with the public key. */
export function ProofPage({ search: { out_trade_no, month, post_id, vote_id } }: { search: ProofSearch }) {
  // Loaded together: the result needs no further request, also offline.
  const { t } = useTranslation('proof');
  usePageTitle(t('title'));
  const { data: published } = useQuery(queryOf(getAuditKey, {}, { staleTime: 'static' }));
  const [own, setOwn] = useState<string>();
  const publicKey = own ?? published?.public_key;
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} fz={{ base: 24, sm: 28 }}>
            {t('title')}
          </Title>
          <Text c="dimmed">{t('text')}</Text>
        </div>
        {out_trade_no !== undefined && <OwnOrder out_trade_no={out_trade_no} publicKey={publicKey} />}
        {month !== undefined && <OwnMonth month={month} publicKey={publicKey} />}
        {post_id !== undefined && <OwnPost post_id={post_id} publicKey={publicKey} />}
        {vote_id !== undefined && <OwnBallot vote_id={vote_id} publicKey={publicKey} />}
        <FileCheck publicKey={publicKey} />
        <KeyPart published={published?.public_key} own={own} onOwn={setOwn} />
        <Text className="hint">{t('private')}</Text>
      </Stack>
    </Container>
  );
}
