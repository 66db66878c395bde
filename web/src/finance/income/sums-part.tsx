import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettlementDetail } from '#services/api/income/contract.ts';
import { Fact } from '../../components/fact.tsx';
import { useFormats } from '../../language/use-formats.ts';

const LESS = ['refunds', 'payment_fee', 'service_fee', 'affiliate'] as const;

/** Income less deductions, and the time when it can be withdrawn. */
export function SumsPart({ settlement }: { settlement: SettlementDetail['settlement'] }) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  const { name, orders, gross, commissions, net, settled_at, available_at } = settlement;
  return (
    <Paper withBorder p="md">
      <Fact label={t('creator')} strong>
        {name}
      </Fact>
      <Fact label={t('figure.orders')}>{formats.number(orders)}</Fact>
      <Fact label={t('figure.gross')}>{formats.money(gross)}</Fact>
      {LESS.map((figure) => (
        <Fact key={figure} label={t(`figure.${figure}`)}>
          {formats.money(String(-Number(settlement[figure])))}
        </Fact>
      ))}
      <Fact label={t('figure.commissions')}>{formats.money(commissions)}</Fact>
      <Fact label={t('figure.net')} strong>
        {formats.money(net)}
      </Fact>
      <Fact label={t('settledAt')}>{formats.dateTime(settled_at)}</Fact>
      <Fact label={t('availableAt')}>{formats.dateTime(available_at)}</Fact>
    </Paper>
  );
}
