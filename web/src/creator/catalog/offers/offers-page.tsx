import { EmptyState, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PLAN_STATUS } from '#events/status.ts';
import { type OfferArea, ownPlansQuery } from '../../../api/selling.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { ShippingSettings } from '../../delivery/shipping-settings.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { AddOffer } from './add-offer.tsx';
import { DiscountOption } from './discount-option.tsx';
import { OfferRow } from './offer-row.tsx';
import { ShopCount } from './shop-count.tsx';

/** Empty: all; 1 listed; 3 hidden (creator specification 4, Plan filter). */
export type OfferFilter = '1' | '3' | undefined;

interface Props {
  area: OfferArea;
  filter: OfferFilter;
  onFilter: (filter: OfferFilter) => void;
}

const ALL = 'all';

/** /setting/plan and /setting/shop: the creator's offers of one kind. */
export function OffersPage({ area, filter, onFilter }: Props) {
  const { t } = useTranslation('offer');
  const user = useCreator();
  const query = useQuery({ ...ownPlansQuery(user?.user_id ?? '', area), enabled: user !== undefined });
  const Icon = area === 'plans' ? IconHeart : IconBuildingStore;
  const add = <AddOffer area={area} />;
  return (
    <>
      <PageHead title={t(`${area}.title`)} text={t(`${area}.text`)}>
        {add}
      </PageHead>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('list.filter')}
          style={{ alignSelf: 'flex-start' }}
          value={filter ?? ALL}
          onChange={(value) => onFilter(value === '1' || value === '3' ? value : undefined)}
          data={[
            { value: ALL, label: t('list.all') },
            { value: String(PLAN_STATUS.normal), label: t('list.listed') },
            { value: String(PLAN_STATUS.hidden), label: t('list.hidden') },
          ]}
        />
        <Loaded
          query={query}
          skeleton={
            <Stack gap="md">
              <Skeleton height={128} radius="lg" />
              <Skeleton height={128} radius="lg" />
            </Stack>
          }
          isEmpty={({ list }) => list.length === 0}
          empty={
            <EmptyState
              variant="light"
              size="lg"
              py={48}
              icon={<Icon aria-hidden />}
              title={t(`${area}.empty`)}
              description={t(`${area}.emptyText`)}
            >
              <EmptyState.Actions>{add}</EmptyState.Actions>
            </EmptyState>
          }
        >
          {({ list }) => {
            const shown = list.filter(({ status }) => filter === undefined || String(status) === filter);
            return shown.length === 0 ? (
              <Text c="dimmed" py="xl" ta="center">
                {t(filter === '3' ? 'list.noneHidden' : 'list.noneListed')}
              </Text>
            ) : (
              <Stack gap="md">
                {shown.map((plan) => (
                  <OfferRow key={plan.plan_id} plan={plan} />
                ))}
              </Stack>
            );
          }}
        </Loaded>
        {area === 'plans' ? (
          <DiscountOption />
        ) : (
          <>
            <ShopCount />
            <ShippingSettings />
          </>
        )}
      </Stack>
    </>
  );
}
