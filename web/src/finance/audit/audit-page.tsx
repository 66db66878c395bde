import { Button, Code, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getAuditKey } from '#services/contract/audit/audit.ts';
import { queryOf } from '../../api/queries.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { saveBlob } from '../../components/save-file.ts';
import { Section } from '../../components/section.tsx';
import type { SearchState } from '../../shell/search.ts';
import { ProofPart } from './proof-part.tsx';
import { SealsPart } from './seals-part.tsx';
import type { StaffArea } from './staff-areas.ts';
import { StaffPart } from './staff-part.tsx';
import { VerifyPart } from './verify-part.tsx';

/** Search parameters of the page. */
export interface AuditSearch {
  /** The subject of the proof: a position, or an order's number. */
  proof?: string | undefined;
  /** Of the seals. */
  page?: number | undefined;
  /** The filter and page of staff actions. */
  area?: StaffArea | undefined;
  acts?: number | undefined;
}

/** /finance/audit: the integrity of the log, and proofs of its events. */
export function AuditPage({ search, onSearch }: SearchState<AuditSearch>) {
  const { t } = useTranslation('audit');
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        <VerifyPart />
        <ProofPart proof={search.proof} onProof={(proof) => onSearch({ ...search, proof })} />
        <StaffPart
          area={search.area}
          page={search.acts ?? 1}
          onArea={(area) => onSearch({ ...search, area, acts: undefined })}
          onPage={(acts) => onSearch({ ...search, acts })}
        />
        <SealsPart page={search.page ?? 1} onPage={(page) => onSearch({ ...search, page })} />
        <KeyPart />
      </Stack>
    </>
  );
}

function KeyPart() {
  const { t } = useTranslation(['audit', 'proof']);
  const query = useQuery(queryOf(getAuditKey, {}, { staleTime: 'static' }));
  return (
    <Section title={t('key.title')} text={t('key.text')}>
      <Loaded query={query} height={96}>
        {({ public_key: key }) => (
          <>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {key.trim()}
            </Code>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  saveBlob(new Blob([key], { type: 'application/x-pem-file' }), 'fanwatt-seals.pem')
                }
              >
                {t('proof:key.download')}
              </Button>
              <ButtonLink to="/proof" variant="default">
                {t('key.page')}
              </ButtonLink>
            </Group>
          </>
        )}
      </Loaded>
    </Section>
  );
}
