import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getPayee } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useCall } from '../../api/queries.ts';
import { Fact } from '../../components/fact.tsx';
import { RecordedAccess } from '../../components/staff/recorded-access.tsx';

/** The fields as entered by the creator; others are not shown. */
const FIELDS = [
  'realname',
  'account',
  'name',
  'number',
  'mobile_number',
  'mobile_bank',
  'bank_acct_no',
  'bank_code',
  'bank_branch_code',
] as const;

/** Where the money goes, shown on demand only: each look is recorded with its reason. */
export function PayeePart({ order_id }: { order_id: string }) {
  const { t } = useTranslation('withdrawals-payouts');
  const see = useCall(getPayee, { quiet: true });
  const payee = see.data?.payee;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('payee.title')}>
      {payee === undefined ? (
        <RecordedAccess
          title={t('payee.title')}
          why={t('payee.why')}
          hint={t('payee.hint')}
          show={t('payee.show')}
          send={see}
          requestOf={(reason) => ({ id: order_id, reason })}
        />
      ) : (
        <div role="status">
          <Text fw={650}>{t('payee.title')}</Text>
          {Object.keys(payee).length === 0 && <Text c="dimmed">{t('payee.erased')}</Text>}
          {FIELDS.map((field) =>
            payee[field] ? (
              <Fact key={field} label={t(`payee.field.${field}`)}>
                {payee[field]}
              </Fact>
            ) : null,
          )}
          <Text className="footnote">{t('payee.recorded')}</Text>
        </div>
      )}
    </Paper>
  );
}
