import { IconAffiliate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listMyAffiliates, type MyAffiliate } from '#services/contract/affiliates/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useCreator } from '../frame/creator-guard.ts';
import { useCodeColumns } from './code-columns.tsx';
import { CopyLink } from './copy-link.tsx';

/** Codes that others gave to the creator, with their results. */
export function ReceivedCodes({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('affiliates');
  const total = useQuery(queryOf(listMyAffiliates, { page })).data?.total_count ?? 0;
  const slug = useCreator()?.url_slug ?? '';
  return (
    <Section
      title={t('received.title')}
      text={total > 0 ? t('received.text') : undefined}
      aside={
        total > 0 && (
          <AnchorLink to="/dashboard/income" size="sm">
            {t('received.income')}
          </AnchorLink>
        )
      }
    >
      <TablePage
        part="received_"
        label={t('received.title')}
        columns={useCodeColumns<MyAffiliate>(({ creator }) => creator, true)}
        rowKey={({ affiliate_id }) => affiliate_id}
        actions={(code) => <CopyLink code={code} />}
        queryOf={(at) => queryOf(listMyAffiliates, { page: at })}
        page={page}
        onPage={onPage}
        nothing={{
          icon: <IconAffiliate aria-hidden />,
          title: t('received.empty'),
          text: t('received.emptyText', { page: `${window.location.host}/a/${slug}` }),
        }}
        small
      />
    </Section>
  );
}
