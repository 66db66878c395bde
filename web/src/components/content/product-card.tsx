import { Box, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { queryOf } from '../../api/queries.ts';
import { useLocale } from '../../language/use-locale.ts';
import { ButtonLink } from '../links.tsx';
import { Picture } from '../pictures/picture.tsx';

interface Props {
  plan_id: string;
  /** Empty for a plan, or a product as a whole. */
  sku_id: string;
  post_id: string;
}

/** A plan or a product that a text offers, with its price now. Nothing where it is gone. */
export function ProductCard({ plan_id, sku_id, post_id }: Props) {
  const { t, formats } = useLocale('content');
  const { data, isPending } = useQuery(queryOf(getPlan, { plan_id }, { retry: false }));
  if (isPending) return <Skeleton height={88} radius="md" />;
  if (data === undefined) return null;
  const { name, pic, product_type, sku, show_price_after_adjust, can_buy } = data.plan;
  const one = sku.find((each) => each.sku_id === sku_id);
  const isMembership = product_type === PRODUCT_TYPE.sponsorship;
  const price = one?.show_price_after_adjust ?? show_price_after_adjust;
  const title = one && sku.length > 1 ? `${name} · ${one.name}` : name;
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group gap="sm" wrap="nowrap">
        <Box w={64} style={{ flexShrink: 0 }}>
          <Picture src={one?.pic || pic} alt="" seed={plan_id} ratio={1} radius={8} />
        </Box>
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text className="figures">{formats.money(price)}</Text>
        </div>
        {!can_buy ? (
          <Text className="hint">{t('product.gone')}</Text>
        ) : isMembership ? (
          <ButtonLink
            to="/order/create"
            search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship, post_id }}
            aria-label={`${t('unlock.join')} ${title}`}
          >
            {t('unlock.join')}
          </ButtonLink>
        ) : isBundle(product_type) ? (
          <ButtonLink
            to="/bundle/$planId"
            params={{ planId: plan_id }}
            search={{ post_id }}
            aria-label={`${t('unlock.buy')} ${title}`}
          >
            {t('unlock.buy')}
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/item/$planId"
            params={{ planId: plan_id }}
            search={{ post_id }}
            aria-label={`${t('unlock.buy')} ${title}`}
          >
            {t('unlock.buy')}
          </ButtonLink>
        )}
      </Group>
    </Paper>
  );
}
