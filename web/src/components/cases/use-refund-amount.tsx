import { useState } from 'react';
import type { CaseThread } from '#services/contract/cases/cases.ts';
import { useLocale } from '../../language/use-locale.ts';
import { MoneyInput } from '../forms/money-input.tsx';

/** The amount of a refund in a case: as suggested by its lines, until another is typed. */
export function useRefundAmount({ suggested_amount, refundable_amount, sku }: CaseThread) {
  const { t, formats } = useLocale('cases');
  const [typed, setTyped] = useState<string>();
  const amount = typed ?? suggested_amount;
  const isAll = Number(amount) === Number(refundable_amount);
  return {
    amount,
    /** Nothing named: all that is left. Named units return to stock. */
    request: {
      ...(!isAll && { amount, sku: sku.map(({ sku_id, count }) => ({ sku_id, count })) }),
    },
    input: Number(refundable_amount) > 0 && (
      <MoneyInput
        label={t('amount')}
        description={t('amountHint', { amount: formats.money(refundable_amount) })}
        maw={260}
        value={amount}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
  };
}
