import { Button, NativeSelect, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { GUIDE_STEP, PLAN_STATUS } from '#events/status.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import { setShopCount } from '#services/contract/catalog/page-settings.ts';
import { finishPlans, getGuide } from '#services/contract/stats/guide.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Section } from '../../../components/section.tsx';
import { ShippingSettings } from '../../delivery/shipping-settings.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { type OfferArea, ownPlansQuery } from '../own-plans.ts';
import { AddOffer } from './add-offer.tsx';
import { CustomPlan } from './custom-plan.tsx';
import { OfferOrder } from './offer-order.tsx';
import { PromisedPosts } from './promised-posts.tsx';

/** Creator specification, Shop block: all, or 0 to 9. */
const COUNTS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The number of products first shown on the creator's page; saved on selection. */
function ShopCount() {
  const { t } = useTranslation('catalog-editor');
  const set = useCall(setShopCount, { tells: true });
  const now = useCreator()?.creator?.limit_show_product_count ?? -1;
  const shown = set.isPending ? set.variables.count : now;
  return (
    <Section title={t('shopCount.title')} text={t('shopCount.text')}>
      <NativeSelect
        maw={240}
        label={t('shopCount.label')}
        value={String(shown)}
        data={COUNTS.map((count) => ({
          value: String(count),
          label: count === -1 ? t('shopCount.all') : t('shopCount.some', { count }),
        }))}
        onChange={(event) => set.mutate({ count: Number(event.currentTarget.value) })}
      />
    </Section>
  );
}

/** The multi-month discount: two choices, saved on selection (creator specification 4). */
function DiscountOption() {
  const { t } = useTranslation('catalog-editor');
  const set = useCall(setDiscountOption, { tells: true });
  const now = useCreator()?.creator?.discount_option === 1;
  const shown = set.isPending ? set.variables.status : now;
  return (
    <Section title={t('discount.title')} text={t('discount.text')}>
      <Radio.Group
        aria-label={t('discount.title')}
        value={shown ? '1' : '0'}
        onChange={(value) => set.mutate({ status: value === '1' })}
      >
        <Stack gap="sm">
          <Radio value="1" label={t('discount.on')} description={t('discount.onText')} />
          <Radio value="0" label={t('discount.off')} description={t('discount.offText')} />
        </Stack>
      </Radio.Group>
    </Section>
  );
}

/** While the guide is shown: the step after the plans. */
function FinishPlans() {
  const { t } = useTranslation('creator');
  const navigate = useNavigate();
  const guide = useQuery(queryOf(getGuide, {})).data;
  const finish = useCall(finishPlans, { onSuccess: () => void navigate({ to: '/setting/goal' }) });
  const isNext =
    guide?.show_guide === 1 &&
    guide.list.some(({ key, status }) => key === 'plan' && status === GUIDE_STEP.done);
  if (!isNext) return null;
  return (
    <Button variant="default" loading={finish.isPending} onClick={() => finish.mutate({})}>
      {t('first.toGoals')}
    </Button>
  );
}

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
  const { t } = useTranslation('catalog-editor');
  const user = useCreator();
  const query = useQuery(ownPlansQuery(user?.user_id ?? '', area));
  const Icon = area === 'plans' ? IconHeart : IconBuildingStore;
  const add = <AddOffer area={area} />;
  return (
    <>
      <PageHead title={t(`${area}.title`)} text={t(`${area}.text`)}>
        {area === 'plans' && <FinishPlans />}
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
        <Collection
          query={query}
          waiting={{ count: 5, height: 128 }}
          nothing={{
            icon: <Icon aria-hidden />,
            title: t(`${area}.empty`),
            text: t(`${area}.emptyText`),
            action: add,
          }}
          gap="md"
        >
          {({ list }) => (
            <OfferOrder
              plans={list}
              isShown={({ status }) => filter === undefined || String(status) === filter}
              none={
                <Text c="dimmed" py="xl" ta="center">
                  {t(filter === '3' ? 'list.noneHidden' : 'list.noneListed')}
                </Text>
              }
            />
          )}
        </Collection>
        {area === 'plans' ? (
          <>
            {user?.creator && <CustomPlan creator={user.creator} />}
            <DiscountOption />
            <PromisedPosts user_id={user?.user_id ?? ''} plans={query.data?.list ?? []} />
          </>
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
