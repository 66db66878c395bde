import { Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPostRevenue } from '#services/contract/content/revenue.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { MainFact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

const A_PAGE = 10;

interface Props {
  post_id: string;
  opened: boolean;
  onClose: () => void;
}

/** What a post brought in, with its definition and its orders. */
export function RevenueDialog({ post_id, opened, onClose }: Props) {
  const { t } = useLocale('content-compose');
  return (
    <Modal opened={opened} onClose={onClose} title={t('revenue.title')} size="lg">
      <Orders post_id={post_id} />
    </Modal>
  );
}

function Orders({ post_id }: { post_id: string }) {
  const { t, formats } = useLocale('content-compose');
  const [page, setPage] = useState(1);
  const query = useQuery(queryOf(getPostRevenue, { post_id, page, per_page: A_PAGE }));
  return (
    <Stack gap="md">
      <Text size="sm">{t('revenue.text')}</Text>
      {query.data && <MainFact label={t('revenue.total')}>{formats.money(query.data.amount)}</MainFact>}
      <Collection
        query={query}
        small
        waiting={{ count: 3, height: 64 }}
        gap="xs"
        nothing={t('revenue.none')}
        page={page}
        perPage={A_PAGE}
        onPage={setPage}
      >
        {({ list }) =>
          list.map(({ out_trade_no, user, plan_name, total_amount, refunded_amount, paid_time }) => (
            <Paper key={out_trade_no} withBorder p="sm" component="article" aria-label={out_trade_no}>
              <Group justify="space-between" gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
                  {[user.name, plan_name].filter(Boolean).join(' · ')}
                </Text>
                <Text size="sm" fw={650} className="figures">
                  {formats.money(total_amount)}
                </Text>
              </Group>
              <Group justify="space-between" gap="xs">
                <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} size="sm">
                  {out_trade_no}
                </AnchorLink>
                <Text className="hint figures">
                  {[
                    formats.dateTime(paid_time),
                    ...(Number(refunded_amount) > 0
                      ? [t('revenue.refunded', { amount: formats.money(refunded_amount) })]
                      : []),
                  ].join(' · ')}
                </Text>
              </Group>
            </Paper>
          ))
        }
      </Collection>
    </Stack>
  );
}
