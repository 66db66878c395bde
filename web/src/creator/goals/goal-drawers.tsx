import { Accordion, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconEye, IconEyeOff, IconPencil, IconTargetArrow, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { GOAL_TYPE } from '#events/status.ts';
import type { Goal } from '#services/contract/goals/goals.ts';
import { explainGoal, getGoalHistory } from '#services/contract/stats/explain-goal.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { GoalProgress } from '../../components/goals/goal-progress.tsx';
import { useGoalWords } from '../../components/goals/goal-words.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { AsOf } from '../../components/stat.tsx';
import { wireOfFen } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import { ExplainedOrder } from '../stats/explain/explained-order.tsx';

export interface GoalsSearch {
  /** A past business day; undefined: now. */
  day?: string | undefined;
  goal_id?: string | undefined;
  show?: 'orders' | 'history' | undefined;
  page?: number | undefined;
}

interface Props {
  goals: readonly Goal[];
  search: GoalsSearch;
  onSearch: (search: GoalsSearch) => void;
}

/** The orders and the events of a goal. The address can be shared and reloaded. */
export function GoalDrawers({ goals, search, onSearch }: Props) {
  const { t } = useLocale(['goals', 'stats-explain', 'affiliates']);
  const { nameOf } = useGoalWords();
  const goal = goals.find(({ goal_id }) => goal_id === search.goal_id);
  const name = goal && nameOf(goal);
  const close = () => onSearch({ day: search.day });
  const page = search.page ?? 1;
  const onPage = (chosen: number) => onSearch({ ...search, page: chosen });
  return (
    <>
      <SideDrawer
        title={search.show === 'orders' && name !== undefined ? t('explainTitle') : undefined}
        width={560}
        onClose={close}
      >
        {goal && <Orders goal={goal} day={search.day} page={page} onPage={onPage} />}
      </SideDrawer>
      <SideDrawer
        title={search.show === 'history' && name !== undefined ? t('historyTitle', { name }) : undefined}
        width={480}
        onClose={close}
      >
        {goal && <History goal={goal} page={page} onPage={onPage} />}
      </SideDrawer>
    </>
  );
}

interface Paged {
  goal: Goal;
  page: number;
  onPage: (page: number) => void;
}

/** The orders behind the progress of a goal. */
export function Orders({ goal, day, page, onPage }: Paged & { day?: string | undefined }) {
  const { t } = useLocale(['goals', 'stats-explain']);
  const { goal_id, type } = goal;
  const query = useQuery(queryOf(explainGoal, { goal_id, page, ...(day && { day }) }));
  const figure = type === GOAL_TYPE.sponsor ? 'sponsors' : 'net';
  return (
    <Stack gap="md">
      <Text className="hint">{t(`define.${type}`)}</Text>
      <Collection query={query} waiting={{ count: 3, height: 72 }} page={page} onPage={onPage} gap="md">
        {({ goal: explained, list, total_count, as_of }) => (
          <>
            <GoalProgress goal={explained} now={day === undefined} />
            <div>
              <Text size="sm" className="figures">
                {total_count === 0
                  ? t('noOrders')
                  : t(figure === 'net' ? 'stats-explain:sumNet' : 'sum', { count: total_count })}
              </Text>
              <AsOf asOf={as_of} />
            </div>
            <Accordion variant="separated" radius="lg" multiple>
              {list.map((one, index) => (
                <ExplainedOrder
                  key={`${one.order.out_trade_no} ${index}`}
                  value={String(index)}
                  figure={figure}
                  explained={one}
                />
              ))}
            </Accordion>
          </>
        )}
      </Collection>
    </Stack>
  );
}

const ICONS = {
  GoalSet: IconTargetArrow,
  GoalChanged: IconPencil,
  GoalHidden: IconEyeOff,
  GoalShown: IconEye,
  GoalDeleted: IconTrash,
  GoalProgressed: IconTargetArrow,
  GoalReached: IconCheck,
} as const;
const isKnown = (type: string): type is keyof typeof ICONS => Object.hasOwn(ICONS, type);

function History({ goal, page, onPage }: Paged) {
  const { t, formats } = useLocale(['goals', 'stats-explain']);
  const query = useQuery(queryOf(getGoalHistory, { goal_id: goal.goal_id, page }));
  const amountOf = (data: Record<string, unknown>): string | undefined => {
    const value = data.value ?? data.target;
    if (typeof value !== 'number') return undefined;
    return goal.type === GOAL_TYPE.sponsor ? formats.number(value) : formats.money(wireOfFen(value));
  };
  /** Of progress towards a monthly goal. */
  const monthOf = ({ period }: Record<string, unknown>): string | undefined =>
    goal.type !== GOAL_TYPE.sum_income && typeof period === 'string' ? formats.month(period) : undefined;
  /** Of a goal with a window; undefined where an older event does not name it. */
  const windowOf = ({ period }: Record<string, unknown>): string | undefined => {
    if (goal.type !== GOAL_TYPE.sum_income || typeof period !== 'string') return undefined;
    const times = period.match(/\d+/g)?.map((at) => formats.dateTime(Number(at) / 1000));
    return times?.join(' – ');
  };
  return (
    <Collection query={query} waiting={{ count: 5, height: 48 }} page={page} onPage={onPage} gap="md">
      {({ list }) => (
        <Timeline bulletSize={28} lineWidth={2} active={list.length}>
          {list.map(({ id, type, data, time, actor }) => {
            const Icon = isKnown(type) ? ICONS[type] : IconTargetArrow;
            const month = monthOf(data);
            const period = month ?? windowOf(data);
            const at = formats.dateTime(time);
            return (
              <Timeline.Item
                key={id}
                bullet={<Icon size={16} aria-hidden />}
                title={
                  <Text size="sm" fw={650} component="span">
                    {type === 'GoalProgressed' && month !== undefined ? (
                      <span className="figures">{t('event.total', { month, amount: amountOf(data) })}</span>
                    ) : (
                      <>
                        {isKnown(type) ? t(`event.${type}`) : type}{' '}
                        <span className="figures">{amountOf(data)}</span>
                      </>
                    )}
                  </Text>
                }
              >
                {type === 'GoalReached' && period !== undefined && <Text size="xs">{period}</Text>}
                <Text className="footnote figures">
                  {type === 'GoalProgressed' ? t('event.recorded', { time: at }) : at}
                </Text>
                <Text className="footnote">
                  {t(actor.startsWith('user:') ? 'stats-explain:actor.you' : 'stats-explain:actor.process')}
                </Text>
              </Timeline.Item>
            );
          })}
        </Timeline>
      )}
    </Collection>
  );
}
