import { Container, Grid, Skeleton, Stack, Title } from '@mantine/core';
import { IconShoppingBagX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personQuery, planQuery } from '../../api/creators.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { BRAND } from '../../app/palette.ts';
import { CreatorTheme } from '../../parts/creator-theme.tsx';
import { DeadEnd } from '../../parts/dead-end.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderForm } from './order-form.tsx';

const route = getRouteApi('/order/create');

/** Chooses how many or how long, sees the price worked out, and places the order. */
export function OrderCreatePage() {
  const { t } = useTranslation('buying');
  usePageTitle(t('create.title'));
  const { plan_id } = route.useSearch();
  const plan = useQuery({ ...planQuery(plan_id ?? ''), enabled: plan_id !== undefined });
  const creator = useQuery({ ...personQuery(plan.data?.user_id ?? ''), enabled: plan.data !== undefined });
  if (plan_id === undefined || isRefusal(plan.error, EC.notFound, EC.planDeleted, EC.badInput)) {
    return <NothingToBuy />;
  }
  return (
    <CreatorTheme color={creator.data?.creator?.theme_color ?? BRAND}>
      <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
        <Title order={1} mb="lg" fz={{ base: 24, sm: 30 }}>
          {t('create.title')}
        </Title>
        <Loaded query={plan} skeleton={<FormSkeleton />}>
          {(found) => <OrderForm key={found.plan_id} plan={found} creator={creator.data} />}
        </Loaded>
      </Container>
    </CreatorTheme>
  );
}

function NothingToBuy() {
  const { t } = useTranslation('buying');
  return (
    <DeadEnd
      icon={<IconShoppingBagX aria-hidden />}
      title={t('create.notFound')}
      text={t('create.notFoundText')}
    >
      <ButtonLink to="/explore">{t('check.explore')}</ButtonLink>
    </DeadEnd>
  );
}

function FormSkeleton() {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        <Stack>
          <Skeleton height={96} radius="lg" />
          <Skeleton height={220} radius="lg" />
          <Skeleton height={120} radius="lg" />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <Skeleton height={280} radius="lg" />
      </Grid.Col>
    </Grid>
  );
}
