import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Balance, listPostings, type Postings } from '#services/contract/withdrawals/withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { Fact, MainFact } from '../../components/fact.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { lessYuan, sumYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import { accountOf, type BalancePart } from './withdraw-search.ts';

interface Props {
  /** Closed without one. */
  figure: BalancePart | undefined;
  balance: Balance | undefined;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The parts of a figure: the creator's account in the books, posting by posting. */
export function EntriesDrawer({ figure, balance, page, onPage, onClose }: Props) {
  const { t } = useLocale('withdrawals');
  // A disputed payout has no posting.
  const bookings =
    figure !== 'on_hold' || balance?.holds.some(({ reason }) => reason === 'pending_below_zero') === true;
  return (
    <SideDrawer
      title={figure && t('entries.title', { label: t(`purse.${figure}`) })}
      width={560}
      onClose={onClose}
    >
      {figure !== undefined && (
        <Stack gap="md">
          <Text size="sm">{t(`define.${figure}`)}</Text>
          {figure === 'on_hold' && balance !== undefined && <HoldsPart balance={balance} />}
          {bookings && <Entries figure={figure} balance={balance} page={page} onPage={onPage} />}
        </Stack>
      )}
    </SideDrawer>
  );
}

type EntriesProps = Pick<Props, 'balance' | 'page' | 'onPage'> & { figure: BalancePart };

function Entries({ figure, balance, page, onPage }: EntriesProps) {
  const { t } = useLocale('withdrawals');
  const query = useQuery(queryOf(listPostings, { account: accountOf(figure), page }));
  return (
    <Collection query={query} waiting={{ count: 2, height: 104 }} gap="sm" page={page} onPage={onPage}>
      {({ balance: booked, list }) => (
        <>
          {balance !== undefined && <Sum figure={figure} booked={booked} balance={balance} />}
          {list.length === 0 && <Text c="dimmed">{t('entries.none')}</Text>}
          {list.map((posting) => (
            <Posting key={posting.position} posting={posting} />
          ))}
        </>
      )}
    </Collection>
  );
}

/** From the booked to the shown amount: settled money, and holds. */
function Sum({ figure, booked, balance }: { figure: BalancePart; booked: string; balance: Balance }) {
  const { t, formats } = useLocale('withdrawals');
  const { coming, on_hold } = balance;
  const signed = (yuan: string, sign: 1 | -1): string => formats.money(String(sign * Number(yuan)));
  const time = formats.dateTime(balance.next_time);
  // For holds of refunds the account below is pending: its sum is the hold.
  const shown = figure === 'on_hold' ? 'pending' : figure;
  const toCome = Number(coming) > 0 && (shown === 'available' || shown === 'pending');
  return (
    <Paper withBorder p="md">
      <Fact label={t('entries.account')}>{formats.money(booked)}</Fact>
      {toCome && (
        <Fact label={t('entries.coming', { time })}>{signed(coming, shown === 'pending' ? 1 : -1)}</Fact>
      )}
      {figure === 'available' && Number(on_hold) > 0 && (
        <Fact label={t('entries.held')}>{signed(on_hold, -1)}</Fact>
      )}
      <MainFact label={t(`purse.${shown}`)}>{formats.money(balance[shown])}</MainFact>
    </Paper>
  );
}

function Posting({ posting }: { posting: Postings['list'][number] }) {
  const { t, formats } = useLocale('withdrawals');
  const { kind, amount, balance, time, position } = posting;
  const sign = Number(amount) > 0 ? '+' : '';
  return (
    <Paper withBorder p="md" component="article">
      <MainFact label={t(`entries.kind.${kind}`)}>
        {sign}
        {formats.money(amount)}
      </MainFact>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Origin posting={posting} />
      </Text>
      <Text className="footnote figures">{t('entries.at', { time: formats.dateTime(time), position })}</Text>
      <Text className="footnote figures">{t('entries.left', { money: formats.money(balance) })}</Text>
    </Paper>
  );
}

/** The source of a posting: an order, a month, or a withdrawal. */
function Origin({ posting: { kind, out_trade_no, ref } }: { posting: Postings['list'][number] }) {
  const { t, formats } = useLocale('withdrawals');
  // Another creator's order has no link.
  if (kind === 'commission' || kind === 'commission_refund') return out_trade_no;
  if (out_trade_no !== null) {
    return (
      <Link to="/dashboard/sponsored-bill" search={{ order: out_trade_no }}>
        {out_trade_no}
      </Link>
    );
  }
  if (ref === null) return null;
  if (kind !== 'settlement') return t('records.number', { number: ref });
  return (
    <Link to="/dashboard/income" search={{ month: ref }}>
      {formats.month(ref)}
    </Link>
  );
}

/** The single holds: refunds, and withdrawals with a disputed payout. */
function HoldsPart({ balance: { holds, on_hold } }: { balance: Balance }) {
  const { t, formats } = useLocale('withdrawals');
  const beyond = lessYuan(on_hold, sumYuan(holds.map(({ amount }) => amount)));
  return (
    <Paper withBorder p="md">
      {holds.map(({ reason, amount, order_id, payout_id }) => (
        <Fact
          key={`${reason} ${payout_id}`}
          label={
            reason === 'payout_disputed' ? (
              <>
                {t('holds.dispute')}{' '}
                <Link to="/setting/withdraw">{t('records.number', { number: order_id })}</Link>
              </>
            ) : (
              t('holds.refunds')
            )
          }
        >
          {formats.money(amount)}
        </Fact>
      ))}
      {/* Nothing is held back that is not there. */}
      {Number(beyond) !== 0 && <Fact label={t('holds.beyond')}>{formats.money(beyond)}</Fact>}
      <MainFact label={t('purse.on_hold')}>{formats.money(on_hold)}</MainFact>
    </Paper>
  );
}
