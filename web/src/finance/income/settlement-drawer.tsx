import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SettlementDetail } from '#services/contract/income/calls.ts';
import { getSettlement } from '#services/contract/income/settlements.ts';
import { queryOf } from '../../api/queries.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { LESS, signedSum } from './creator-table.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { LineList } from './line-list.tsx';

/** Income less deductions, and the time when it can be withdrawn. */
function SumsPart({ settlement }: { settlement: SettlementDetail['settlement'] }) {
  const { t, formats } = useLocale('income-settlements');
  const { name, orders, gross, commissions, net, settled_at, available_at } = settlement;
  return (
    <Paper withBorder p="md">
      <MainFact label={t('creator')}>{name}</MainFact>
      <Fact label={t('figure.orders')}>{formats.number(orders)}</Fact>
      <Fact label={t('figure.gross')}>{formats.money(gross)}</Fact>
      {LESS.map((figure) => (
        <Fact key={figure} label={t(`figure.${figure}`)}>
          {formats.money(signedSum(settlement, figure))}
        </Fact>
      ))}
      <Fact label={t('figure.commissions')}>{formats.money(commissions)}</Fact>
      <MainFact label={t('figure.net')}>{formats.money(net)}</MainFact>
      <Fact label={t('settledAt')}>{formats.dateTime(settled_at)}</Fact>
      <Fact label={t('availableAt')}>{formats.dateTime(available_at)}</Fact>
    </Paper>
  );
}

interface Props {
  month: string;
  /** The creator; closed without one. */
  user_id: string | undefined;
  /** Of its lines. */
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** One creator's month: its sums, the evidence, and its lines. */
export function SettlementDrawer({ month, user_id, page, onPage, onClose }: Props) {
  const { t, formats } = useLocale('income-settlements');
  return (
    <SideDrawer
      title={user_id && t('oneTitle', { month: formats.month(month) })}
      width={960}
      onClose={onClose}
    >
      {user_id !== undefined && <One month={month} user_id={user_id} page={page} onPage={onPage} />}
    </SideDrawer>
  );
}

function One({
  month,
  user_id,
  page,
  onPage,
}: Pick<Props, 'month' | 'page' | 'onPage'> & { user_id: string }) {
  const query = useQuery(queryOf(getSettlement, { month, user_id, page }));
  return (
    <Loaded query={query} height={480}>
      {({ settlement, because, recomputed, lines, total_count }) => (
        <Stack gap="md">
          <SumsPart settlement={settlement} />
          <EvidencePart
            settlement={settlement}
            because={because}
            recomputed={recomputed}
            onAgain={() => void query.refetch()}
          />
          <LineList lines={lines} count={total_count} />
          <Pages total={total_count} page={page} onPage={onPage} />
        </Stack>
      )}
    </Loaded>
  );
}
