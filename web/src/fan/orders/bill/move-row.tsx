import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MoneyMove } from '#services/api/orders/contract/purchases.ts';
import { Dotted } from '../../../components/dotted.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { useFormats } from '../../../language/use-formats.ts';

/** A payment or a refund, with the order that it is of. */
export function MoveRow({ move }: { move: MoneyMove }) {
  const { t } = useTranslation(['after', 'checkout']);
  const formats = useFormats();
  const { kind, time, amount, sent_at, out_trade_no, plan, creator } = move;
  const back = kind === 'refund';
  const open = back && sent_at === null ? t('bill.refundOpen') : '';
  return (
    <Group justify="space-between" align="flex-start" gap="md" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} c="inherit">
          {plan.name === '' ? t('checkout:custom.to', { name: creator.name }) : plan.name}
        </AnchorLink>
        <Text size="sm" c="dimmed" className="figures">
          <Dotted
            parts={[t(back ? 'bill.refund' : 'bill.payment'), creator.name, formats.dateTime(time), open]}
          />
        </Text>
      </div>
      <Text className="figures amount" fw={650} c={back ? 'var(--fw-good)' : undefined}>
        {back ? '+' : '−'}
        {formats.money(amount)}
      </Text>
    </Group>
  );
}
