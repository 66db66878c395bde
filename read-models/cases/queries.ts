import { anyOf, type Params, paged, queriesOf, query } from '../engine/query.ts';
import { CASES, type CaseRow } from './tables.ts';

const models = ['cases'];
const db = queriesOf(CASES);

/** A creator's cases in these phases; those that are due first come first. */
export const casesOfCreator = paged(
  models,
  ({ creator_id, phases }: Params<{ creator_id: string; phases: readonly CaseRow['phase'][] }>) =>
    db
      .selectFrom('cases')
      .select(['case_id', 'out_trade_no'])
      .where('creator_id', '=', creator_id)
      .where((eb) => eb('phase', '=', anyOf(phases)))
      .orderBy('due_at')
      .orderBy('opened'),
);

/** Cases that wait for staff; those that wait longest come first. */
export const casesPassedOn = paged(models, () =>
  db
    .selectFrom('cases')
    .select(['case_id', 'out_trade_no'])
    .where('phase', '=', 'escalated')
    .orderBy('moved_at')
    .orderBy('opened'),
);

/** The phase of the newest case of each of these orders; nothing for orders without one. */
export const casesOfOrders = query(models, ({ orders }: Params<{ orders: readonly string[] }>) =>
  db
    .selectFrom('cases')
    .distinctOn('out_trade_no')
    .select(['out_trade_no', 'phase'])
    .where((eb) => eb('out_trade_no', '=', anyOf(orders)))
    .orderBy('out_trade_no')
    .orderBy('opened', 'desc'),
);
