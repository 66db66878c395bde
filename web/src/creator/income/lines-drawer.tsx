import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type IncomeLines, type IncomeMonth, listIncomeLines } from '#services/contract/income/income.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { Fact, MainFact } from '../../components/fact.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  /** Closed without one. */
  month: string | undefined;
  sums: IncomeMonth | undefined;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The contents of a month: orders, refunds and commissions; their sum is the month's. */
export function LinesDrawer({ month, sums, page, onPage, onClose }: Props) {
  const { t, formats } = useLocale('income');
  return (
    <SideDrawer
      title={month && t('lines.title', { month: formats.month(month) })}
      width={560}
      onClose={onClose}
    >
      {month !== undefined && (
        <Stack gap="md">
          {sums !== undefined && <Sums sums={sums} />}
          <Lines month={month} page={page} onPage={onPage} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function Sums({ sums }: { sums: IncomeMonth }) {
  const { t, formats } = useLocale(['income', 'proof']);
  const less = (money: string): string => formats.money(String(-Number(money)));
  return (
    <Paper withBorder p="md">
      <Fact label={t('figure.gross')}>{formats.money(sums.gross)}</Fact>
      {(['refunds', 'payment_fee', 'service_fee', 'affiliate'] as const).map((figure) => (
        <Fact key={figure} label={t(`figure.${figure}`)}>
          {less(sums[figure])}
        </Fact>
      ))}
      <Fact label={t('figure.commissions')}>{formats.money(sums.commissions)}</Fact>
      <MainFact label={t('figure.net')}>{formats.money(sums.net)}</MainFact>
      {sums.settled_at !== null && (
        <Text size="sm" mt="xs">
          <Link to="/proof" search={{ month: sums.month }}>
            {t('proof:check')}
          </Link>
        </Text>
      )}
    </Paper>
  );
}

function Lines({ month, page, onPage }: Pick<Props, 'page' | 'onPage'> & { month: string }) {
  const { t } = useLocale('income');
  const query = useQuery(queryOf(listIncomeLines, { month, page }));
  return (
    <Collection
      query={query}
      waiting={{ count: 2, height: 88 }}
      nothing={t('lines.none')}
      gap="sm"
      page={page}
      onPage={onPage}
    >
      {({ list }) => list.map((line) => <Line key={line.position} line={line} />)}
    </Collection>
  );
}

function Line({ line }: { line: IncomeLines['list'][number] }) {
  const { t, formats } = useLocale(['income', 'stats-explain']);
  const { kind, out_trade_no, time, amount, net } = line;
  // Another creator's order: it has no link, and only the commission is shown.
  const others = kind === 'commission' || kind === 'commission_refund';
  return (
    <Paper withBorder p="md" component="article">
      <MainFact label={t(`lines.${kind}`)}>{formats.money(amount)}</MainFact>
      {!others && <Fact label={t('figure.net')}>{formats.money(net)}</Fact>}
      <Text className="footnote figures">{formats.dateTime(time)}</Text>
      <Text className="footnote" style={{ overflowWrap: 'anywhere' }}>
        {others ? (
          t('stats-explain:number', { number: out_trade_no })
        ) : (
          <Link to="/dashboard/sponsored-bill" search={{ order: out_trade_no }}>
            {t('stats-explain:number', { number: out_trade_no })}
          </Link>
        )}
      </Text>
    </Paper>
  );
}
