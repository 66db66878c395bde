import { Paper } from '@mantine/core';
import type { FinanceWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** The creator's money at the moment that is shown: available, pending, on hold and owed. */
export function CoverPart({ one: { name, cover } }: { one: FinanceWithdrawal }) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const title = t('cover.title', { name });
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <MainFact label={title}>{t('cover.deducted')}</MainFact>
      {(['available', 'pending', 'on_hold'] as const).map((part) => (
        <Fact key={part} label={t(`cover.${part}`)}>
          {formats.money(cover[part])}
        </Fact>
      ))}
      <Fact label={t('cover.owed')} strong={Number(cover.owed) > 0}>
        {formats.money(cover.owed)}
      </Fact>
    </Paper>
  );
}
