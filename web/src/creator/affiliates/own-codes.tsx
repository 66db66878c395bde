import { Group } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Affiliate, listAffiliates } from '#services/contract/affiliates/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useCodeColumns } from './code-columns.tsx';
import { CodeMenu } from './code-menu.tsx';
import { CopyLink } from './copy-link.tsx';
import { NotAllowed } from './not-allowed.tsx';

interface Props {
  /** The right to create codes; it can be revoked. */
  allowed: boolean;
  page: number;
  onPage: (page: number) => void;
  /** Opens the orders of a code. */
  onOrders: (affiliate_id: string) => void;
}

/** The creator's own codes, each with its partner and its results. */
export function OwnCodes({ allowed, page, onPage, onOrders }: Props) {
  const { t } = useTranslation('affiliates');
  const columns: Column<Affiliate>[] = [
    ...useCodeColumns<Affiliate>(({ partner }) => partner, false),
    { id: 'gross', head: t('figure.gross'), kind: 'money', value: ({ gross }) => gross, optional: true },
    { id: 'note', head: t('form.note'), kind: 'text', value: ({ note }) => note, optional: true },
  ];
  return (
    <Section title={t('given.title')}>
      {!allowed && <NotAllowed />}
      <TablePage
        part="given_"
        label={t('given.title')}
        columns={columns}
        rowKey={({ affiliate_id }) => affiliate_id}
        onOpen={({ affiliate_id }) => onOrders(affiliate_id)}
        openLabel={({ code }) => t('ordersOf', { code })}
        actions={(code) => (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <CopyLink code={code} />
            <CodeMenu code={code} allowed={allowed} />
          </Group>
        )}
        queryOf={(at) => queryOf(listAffiliates, { page: at })}
        page={page}
        onPage={onPage}
        nothing={{
          icon: <IconAffiliate aria-hidden />,
          title: t('given.empty'),
          text: allowed ? t('given.emptyText') : undefined,
          action: allowed && (
            <ButtonLink to="/edit/aff" variant="light">
              {t('add')}
            </ButtonLink>
          ),
        }}
        small
        file="codes"
      />
    </Section>
  );
}
