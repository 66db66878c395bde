import { Badge, type BadgeProps } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/contract/orders/orders.ts';
import classes from './affiliates.module.css';

interface Props extends Pick<BadgeProps, 'mt'> {
  order: Pick<Order, 'affiliate'>;
}

/** Marks an order that came by a partner's code, with the code; nothing where it came by none. */
export function CodeBadge({ order: { affiliate }, mt }: Props) {
  const { t } = useTranslation('affiliates');
  if (affiliate === null) return null;
  return (
    <Badge
      color="blue"
      size="sm"
      mt={mt}
      classNames={{ root: classes.code, label: classes.codeText }}
      leftSection={<IconAffiliate size={12} aria-hidden />}
    >
      {t('code', { code: affiliate.code })}
    </Badge>
  );
}
