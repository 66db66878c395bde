import type { UserId } from '#events/ids.ts';
import { GUIDE_STEP } from '#events/status.ts';
import { plansOf } from '#read-models/catalog/queries.ts';
import { countedGoals } from '#read-models/goals/queries.ts';
import { creatorOrders } from '#read-models/orders/creator-orders.ts';
import { finishPlans, type GUIDE_KEYS, getGuide, setShowGuide } from '#services/contract/stats/guide.ts';
import { openGuide } from '#services/modules/accounts/guide.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { both, type Language } from '../http/language.ts';

type Key = (typeof GUIDE_KEYS)[number];

const NAMES: Readonly<Record<Key, Record<Language, string>>> = {
  page: both('创建主页', 'Set up your page'),
  plan: both('发布第一个方案或商品', 'Publish a first plan or product'),
  goal: both('设定一个目标', 'Set a goal'),
  collect: both('添加收款方式', 'Add a way to be paid'),
  order: both('迎来第一笔订单', 'Get a first order'),
};

/** The guide of new creators. */
export const guideRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  const { pool, calendar, clock } = deps;
  const guide = openGuide(pool);
  const one = { limit: 1, offset: 0 };

  async function hasPlan(creator_id: UserId): Promise<boolean> {
    const of = { creator_id, kind: 'all', with_hidden: true, now: clock.now() } as const;
    return (await plansOf(pool, { ...of, ...one })).total_count > 0;
  }

  on(getGuide, async ({ caller: { user_id: creator_id }, language }) => {
    const [{ shown, collects }, plan, goals, orders] = await Promise.all([
      guide.of(creator_id),
      hasPlan(creator_id),
      countedGoals(pool, { creator_id, timeZone: calendar.timeZone }),
      creatorOrders(pool, { creator_id, ...one }),
    ]);
    const order = orders.list.length > 0;
    const done: Readonly<Record<Key, boolean>> = {
      page: true,
      plan,
      goal: goals.rows.length > 0,
      collect: collects,
      order,
    };
    const keys = Object.keys(NAMES) as Key[]; // Object.keys knows no names
    return {
      show_guide: shown && !order ? (1 as const) : (0 as const),
      list: keys.map((key) => ({
        key,
        name: NAMES[key][language],
        status: done[key] ? GUIDE_STEP.done : GUIDE_STEP.open,
      })),
    };
  });

  on(setShowGuide, async ({ body: { status }, caller: { user_id } }) => {
    await guide.show(user_id, status);
    return { show_guide: status ? (1 as const) : (0 as const) };
  });

  on(finishPlans, async ({ caller: { user_id } }) =>
    (await hasPlan(user_id)) ? { next: 'settingGoal' as const } : badInput('plan', { key: 'required' }),
  );
};
