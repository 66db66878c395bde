import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listMySponsorships } from '#services/contract/memberships/sponsors.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { countMarks } from '#services/contract/relations/marks.ts';
import { queryOf } from '../../../api/queries.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './me-page.module.css';

/** How many creators one follows and sponsors, and how many orders one has. */
export function MeNumbers() {
  const { t } = useTranslation('accounts');
  const marks = useQuery(queryOf(countMarks, {}));
  const sponsoring = useQuery(queryOf(listMySponsorships, {}));
  const orders = useQuery(queryOf(listMyOrders, { per_page: 1 }));
  return (
    <Paper withBorder component="section" aria-label={t('me.numbers')} className={classes.numbers}>
      <Count to="/dashboard/mark" label={t('me.following')} count={marks.data?.creator_count} {...marks} />
      <Count
        to="/dashboard/sponsoring"
        label={t('me.sponsoring')}
        count={sponsoring.data?.list.length}
        {...sponsoring}
      />
      <Count to="/dashboard/order" label={t('me.orders')} count={orders.data?.total_count} {...orders} />
    </Paper>
  );
}

interface CountProps {
  to: LinkProps['to'];
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  isPending: boolean;
}

/** The link stays where its number cannot be read. */
function Count({ to, label, count, isPending }: CountProps) {
  const { formats } = useLocale('accounts');
  return (
    <Link to={to} className={classes.number}>
      {isPending ? (
        <Skeleton width={32} height={28} />
      ) : (
        <Text span fw={650} fz={20} lh="28px" className="figures">
          {count === undefined ? '–' : formats.number(count)}
        </Text>
      )}
      <Text span size="sm" c="dimmed">
        {label}
      </Text>
    </Link>
  );
}
