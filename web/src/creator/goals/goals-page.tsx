import { Button, Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBroadcast, IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDE_STEP } from '#events/status.ts';
import {
  finishGoals,
  type Goal,
  listGoals,
  setGoalProductCount,
  setGoalSponsorCount,
} from '#services/contract/goals/goals.ts';
import { getGuide } from '#services/contract/stats/guide.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Section } from '../../components/section.tsx';
import type { SearchState } from '../../shell/search.ts';
import { useCreator } from '../frame/creator-guard.ts';
import { DayInput } from './day-input.tsx';
import { EmbedPart } from './embed-part.tsx';
import { GoalCard } from './goal-card.tsx';
import { GoalDrawers, type GoalsSearch } from './goal-drawers.tsx';
import { GoalForm } from './goal-form.tsx';

/** /setting/goal: the creator's goals, as they are now or were at the end of a past day. */
export function GoalsPage({ search, onSearch }: SearchState<GoalsSearch>) {
  const { t } = useTranslation('goals');
  const navigate = useNavigate();
  const user_id = useCreator()?.user_id ?? '';
  const { day } = search;
  const query = useQuery(queryOf(listGoals, { user_id, ...(day && { day }) }, { enabled: user_id !== '' }));
  const guide = useQuery(queryOf(getGuide, {})).data;
  const finish = useCall(finishGoals, {
    onSuccess: () => {
      notifications.show({ color: 'green', message: t('done.finished') });
      const collects = guide?.list.some(({ key, status }) => key === 'collect' && status === GUIDE_STEP.done);
      // In the guide, the way to be paid comes after the goals.
      void navigate({ to: guide?.show_guide === 1 && !collects ? '/setting/withdraw' : '/dashboard/stats' });
    },
  });
  const [edited, setEdited] = useState<Goal | 'new'>();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  const chooseDay = <DayInput day={day} onDay={(chosen) => onSearch({ ...search, day: chosen })} />;
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ButtonLink
          to="/setting/overlay"
          variant="default"
          leftSection={<IconBroadcast size={18} aria-hidden />}
        >
          {t('overlay')}
        </ButtonLink>
        {day === undefined && add}
      </PageHead>
      <Collection
        query={query}
        waiting={{ count: 2, height: 120 }}
        nothing={{
          icon: <IconTargetArrow aria-hidden />,
          ...(day === undefined
            ? { title: t('empty'), text: t('emptyText'), action: add }
            : { title: t('day.none'), action: chooseDay }),
        }}
        gap="md"
      >
        {({ list }) => (
          <>
            {chooseDay}
            {list.map((goal) => (
              <GoalCard
                key={goal.goal_id}
                goal={goal}
                now={day === undefined}
                onEdit={() => setEdited(goal)}
                onOpen={(show) => onSearch({ ...search, show, goal_id: goal.goal_id })}
              />
            ))}
          </>
        )}
      </Collection>
      {query.data && day === undefined && (
        <Stack gap="md" mt="md">
          <CountSwitches
            product={query.data.is_product_count_in === 1}
            sponsor={query.data.is_sponsor_count_in === 1}
          />
          <EmbedPart />
          <Button
            style={{ alignSelf: 'flex-end' }}
            variant="light"
            loading={finish.isPending}
            onClick={() => finish.mutate({})}
          >
            {t('finish')}
          </Button>
        </Stack>
      )}
      <GoalForm goal={edited} onClose={() => setEdited(undefined)} />
      <GoalDrawers goals={query.data?.list ?? []} search={search} onSearch={onSearch} />
    </>
  );
}

/** Which orders count; saved immediately. */
function CountSwitches({ product, sponsor }: { product: boolean; sponsor: boolean }) {
  const { t } = useTranslation('goals');
  const setProduct = useCall(setGoalProductCount, { tells: true });
  const setSponsor = useCall(setGoalSponsorCount, { tells: true });
  const shown = (set: typeof setProduct, now: boolean) =>
    set.isPending ? set.variables.status === true : now;
  return (
    <Section title={t('count.title')} text={t('count.text')}>
      <Switch
        label={t('count.product')}
        description={t('count.productText')}
        checked={shown(setProduct, product)}
        onChange={({ currentTarget }) => setProduct.mutate({ status: currentTarget.checked })}
      />
      <Switch
        label={t('count.sponsor')}
        description={t('count.sponsorText')}
        checked={shown(setSponsor, sponsor)}
        onChange={({ currentTarget }) => setSponsor.mutate({ status: currentTarget.checked })}
      />
    </Section>
  );
}
