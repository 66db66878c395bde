import { Group, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CUSTOM_PLAN } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Plans, Products, plansQuery, productsQuery } from '../catalog/creator-page/grids.tsx';

const MOST_PLANS = 3;
/** Of a creator who has set no number. */
const MOST_PRODUCTS = 4;

/** Below a post: plans of its creator, and as many products as the creator's page shows first. */
export default function PostOffers({ creator: user }: { creator: User }) {
  const { t } = useTranslation('catalog-creators');
  const { user_id, creator, url_slug: slug } = user;
  const { limit_show_product_count: limit = -1, show_shop = true, custom_plan } = creator ?? {};
  const plans = useQuery(plansQuery(user_id)).data?.list.length ?? 0;
  const isShop = show_shop && limit !== 0;
  const products =
    useInfiniteQuery({ ...productsQuery(user_id), enabled: isShop }).data?.pages[0]?.list ?? [];
  return (
    <Stack gap={48} mt={48}>
      {(plans > 0 || (custom_plan !== undefined && custom_plan !== CUSTOM_PLAN.hidden)) && (
        <Stack component="section" gap="md">
          <Group justify="space-between">
            <Title order={2}>{t('page.plan')}</Title>
            <AnchorLink to="/a/$slug/plan" params={{ slug }}>
              {t('page.allPlans')}
            </AnchorLink>
          </Group>
          <Plans user={user} slug={slug} most={MOST_PLANS} />
        </Stack>
      )}
      {isShop && products.length > 0 && (
        <Stack component="section" gap="md">
          <Title order={2}>{t('page.shop')}</Title>
          <Products userId={user_id} slug={slug} first={limit === -1 ? MOST_PRODUCTS : limit} />
        </Stack>
      )}
    </Stack>
  );
}
