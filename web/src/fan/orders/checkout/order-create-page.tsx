import { Container, Grid, Group, Skeleton, Stack, Title } from '@mantine/core';
import { IconShoppingBagX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { BRAND } from '../../../app/palette.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../../components/catalog/person-queries.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { planQuery } from '../../catalog/item/plan-at.ts';
import { CustomForm } from './custom-form.tsx';
import { OrderForm } from './order-form.tsx';

const route = getRouteApi('/order/create');

/** Choice of number or period, the computed price, and the order. */
export function OrderCreatePage() {
  const { t } = useTranslation('orders-buying');
  usePageTitle(t('create.title'));
  const { plan_id, user_id } = route.useSearch();
  const custom = plan_id === undefined && user_id !== undefined;
  const plan = useQuery(planQuery(plan_id));
  const creator_id = plan.data?.user_id ?? (custom ? user_id : undefined);
  const creator = useQuery(personQuery(creator_id));
  if (custom && creator.data === undefined && creator.error === null) return <FormWaiting />;
  if (custom && creator.data?.creator) return <CustomPage creator={creator.data} />;
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

function CustomPage({ creator }: { creator: User }) {
  const { t } = useTranslation(['orders-checkout', 'orders-buying']);
  return (
    <CreatorTheme color={creator.creator?.theme_color ?? BRAND}>
      <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
        <Group mb="lg" wrap="nowrap">
          <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={56} />
          <div style={{ minWidth: 0 }}>
            <Title order={1} fz={{ base: 24, sm: 30 }}>
              {t('custom.to', { name: creator.name })}
            </Title>
            <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm">
              {t('orders-buying:check.creator', { name: creator.name })}
            </AnchorLink>
          </div>
        </Group>
        <CustomForm key={creator.user_id} creator={creator} />
      </Container>
    </CreatorTheme>
  );
}

const FormWaiting = () => (
  <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
    <FormSkeleton />
  </Container>
);

function NothingToBuy() {
  const { t } = useTranslation('orders-buying');
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
