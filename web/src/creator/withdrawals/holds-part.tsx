import { Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Balance } from '#services/api/withdrawals/contract/withdrawals.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { lessYuan, sumYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';

/** The single holds: refunds, and withdrawals with a disputed payout. */
export function HoldsPart({ balance: { holds, on_hold } }: { balance: Balance }) {
  const { t, formats } = useLocale('withdraw');
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
