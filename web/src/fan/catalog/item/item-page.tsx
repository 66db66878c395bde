import { Container, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { BRAND } from '../../../app/palette.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../../components/catalog/person-queries.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { CopyGuard } from '../copy-guard.tsx';
import { ItemView } from './item-view.tsx';
import { planQuery } from './plan-at.ts';

/** /item and /bundle: one product with pictures, contents, stock, and the way to an order. */
export function ItemPage({ planId }: { planId: string }) {
  const { t } = useTranslation('orders-buying');
  const plan = useQuery(planQuery(planId));
  usePageTitle(plan.data?.name);
  const creator = useQuery(personQuery(plan.data?.user_id));
  if (isRefusal(plan.error, EC.notFound, EC.planDeleted, EC.badInput)) {
    return (
      <DeadEnd icon={<IconPackageOff aria-hidden />} title={t('item.gone')}>
        <ButtonLink to="/explore">{t('check.explore')}</ButtonLink>
      </DeadEnd>
    );
  }
  return (
    <CreatorTheme color={creator.data?.creator?.theme_color ?? BRAND}>
      <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
        <Loaded query={plan} skeleton={<ItemSkeleton />}>
          {(found) => (
            <CopyGuard creator={creator.data?.creator ?? null}>
              <ItemView key={found.plan_id} plan={found} creator={creator.data} />
            </CopyGuard>
          )}
        </Loaded>
      </Container>
    </CreatorTheme>
  );
}

function ItemSkeleton() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Skeleton radius="lg" style={{ aspectRatio: 1 }} />
      <Stack>
        <Skeleton height={36} width="80%" />
        <Skeleton height={32} width="30%" />
        <Skeleton height={64} />
        <Skeleton height={64} />
        <Skeleton height={48} width="50%" />
      </Stack>
    </SimpleGrid>
  );
}
