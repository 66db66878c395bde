import { Alert, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Section } from '../../components/section.tsx';
import { Skeletons } from '../../components/skeletons.tsx';
import type { SearchState } from '../../shell/search.ts';
import { ApplyForm } from './apply-form.tsx';
import { balanceQuery } from './balance-query.ts';
import { BalanceSummary } from './balance-summary.tsx';
import { EntriesDrawer } from './entries-drawer.tsx';
import { RecordList } from './record-list.tsx';
import type { WithdrawSearch } from './withdraw-search.ts';
import { useObstaclesKnown, WithdrawalObstacles } from './withdrawal-obstacles.tsx';

const NEWEST = 5;

/** /withdraw: what can be withdrawn and what cannot, taking it out, and what became of it, live. */
export function WithdrawPage({ search, onSearch }: SearchState<WithdrawSearch>) {
  const { t } = useTranslation('withdrawals');
  const query = useQuery(balanceQuery);
  const hidden = useProfile()?.special_rights.includes('hide_withdraw') === true;
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        {!query.isPending && <WithdrawalObstacles without="failed" />}
        <Loaded
          query={query}
          ready={useObstaclesKnown()}
          skeleton={
            <Stack gap="lg">
              <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
                <Skeletons count={4} height={140} />
              </SimpleGrid>
              <Skeleton height={280} radius="lg" />
            </Stack>
          }
        >
          {(balance) => (
            <Stack gap="lg">
              <BalanceSummary balance={balance} onExplain={(figure) => onSearch({ figure })} />
              {hidden ? (
                <Alert color="gray" icon={<IconLock aria-hidden />} title={t('hidden.title')}>
                  {t('hidden.text')}
                </Alert>
              ) : (
                <ApplyForm balance={balance} />
              )}
            </Stack>
          )}
        </Loaded>
        <Section
          title={t('records.title')}
          aside={
            <AnchorLink to="/setting/withdraw" size="sm">
              {t('records.all')}
            </AnchorLink>
          }
        >
          <RecordList page={1} perPage={NEWEST} />
        </Section>
      </Stack>
      <EntriesDrawer
        figure={search.figure}
        balance={query.data}
        page={search.page ?? 1}
        onPage={(page) => onSearch({ ...search, page })}
        onClose={() => onSearch({})}
      />
    </>
  );
}
