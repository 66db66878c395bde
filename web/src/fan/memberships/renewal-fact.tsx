import { useQuery } from '@tanstack/react-query';
import { getOrderSignature } from '#services/contract/memberships/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { Fact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** The agreement to renew that was signed with an order; nothing without one. */
export function RenewalFact({ number }: { number: string }) {
  const { t, formats } = useLocale('memberships-renewals');
  const { data } = useQuery(queryOf(getOrderSignature, { out_trade_no: number }));
  if (data === undefined || data.amount === null) return null;
  const { sign_status, amount, months } = data;
  return (
    <Fact label={t('signed.title')}>
      <span className="figures">
        {t(months === 1 ? 'monthly' : 'terms', { amount: formats.money(amount), count: months })}
      </span>
      {' · '}
      {sign_status === 'active' ? (
        <AnchorLink to="/dashboard/agreements">{t('signed.active')}</AnchorLink>
      ) : (
        t(sign_status === 'offered' ? 'signed.offered' : 'ended')
      )}
    </Fact>
  );
}
