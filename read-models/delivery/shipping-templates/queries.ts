import { sql } from 'kysely';
import { PLAN_STATUS } from '#events/status.ts';
import { PLANS } from '../../catalog/tables.ts';
import { type Params, paged, queriesOf, query, seconds } from '../../engine/query.ts';
import { SHIPPING_TEMPLATES } from './projection.ts';

const db = queriesOf(SHIPPING_TEMPLATES, PLANS);

interface Of {
  creator_id: string;
}

/** A creator's plans with a template that are not deleted. */
const naming = ({ creator_id }: Params<Of>) =>
  db.selectFrom('plans').where('creator_id', '=', creator_id).where('status', '<>', PLAN_STATUS.deleted);

const TEMPLATE = sql<string>`plans.offer ->> 'shipping_template_id'`;

/** A page of a creator's templates, oldest first; money in fen. */
export const templatesOf = paged(['shipping_templates', 'catalog'], (params: Params<Of>) =>
  db
    .selectFrom('shipping_templates as t')
    .select(['t.template_id', 't.name', 't.rules', seconds('t.updated_at').as('update_time')])
    .select(({ ref }) => {
      const plans = naming(params).where(TEMPLATE, '=', ref('t.template_id'));
      return sql<number>`${plans.select(sql`count(*)`.as('plans'))}`.as('plan_count');
    })
    .where('t.creator_id', '=', params.creator_id)
    .orderBy('t.created'),
);

/** Plans of this creator that name the template, shown or hidden. */
export const plansNaming = query(['catalog'], (params: Params<Of & { template_id: string }>) =>
  naming(params).select('plan_id').where(TEMPLATE, '=', params.template_id),
);
