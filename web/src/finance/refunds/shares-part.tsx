import type { OrderToRefund, RefundRecord } from '#services/contract/refunds/calls.ts';
import { Fact } from '../../components/fact.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** In the order of the books, largest share first. */
const PARTIES = ['net', 'service_fee', 'payment_fee', 'affiliate'] as const;

/** Each party's share of a refund; an affiliate only if there is one. */
export function SharesPart({ shares, order }: { shares: RefundRecord['shares']; order: OrderToRefund }) {
  const { t, formats } = useLocale('finance');
  const { creator, partner } = order;
  const names = {
    net: creator.name || creator.user_id,
    affiliate: partner?.name || partner?.user_id,
  };
  return (
    <div>
      {PARTIES.filter((party) => party !== 'affiliate' || Number(shares.affiliate) !== 0).map((party) => (
        <Fact
          key={party}
          label={t(`refunds.share.${party}`, {
            name: party === 'affiliate' ? names.affiliate : names.net,
          })}
        >
          {formats.money(shares[party])}
        </Fact>
      ))}
    </div>
  );
}
