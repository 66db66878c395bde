import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/api/accounts/contract/accounts.ts';
import { AnchorLink } from '../../../components/links.tsx';
import type { PlanAt } from './plan-at.ts';
import { TimeLeft } from './time-left.tsx';

/** Why it cannot be bought now, and what else can be done. */
export function OfferNotice({ plan, creator }: { plan: PlanAt; creator: User | undefined }) {
  const { t } = useTranslation(['item', 'buying']);
  const { buy_refusal, on_sale_from, now } = plan;
  if (buy_refusal === '') return null;
  return (
    <Paper p="md" bg="var(--fw-wash)" role="status">
      <Text>{buy_refusal === 'sold_out' ? t('buying:item.soldOutText') : t(`refusal.${buy_refusal}`)}</Text>
      {on_sale_from !== null && <TimeLeft at={on_sale_from} now={now} of="opens" />}
      {buy_refusal !== 'not_yet' && creator !== undefined && creator.url_slug !== '' && (
        <Text>
          <AnchorLink to="/a/$slug" params={{ slug: creator.url_slug }} search={{ tab: 'shop' }}>
            {t('buying:item.shop')}
          </AnchorLink>
        </Text>
      )}
    </Paper>
  );
}
