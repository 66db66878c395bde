import type { Pool } from 'pg';
import type { ShippingRule } from '#events/shipping-template.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';

/** A shipping template as its creator looks at it; money in fen. */
export interface ListedTemplate {
  template_id: string;
  name: string;
  rules: ShippingRule[];
  /** Plans that name it and are not deleted. */
  plan_count: number;
  /** Unix seconds */
  update_time: number;
}

const OF_CREATOR: Query = {
  name: 'shipping-templates-of-creator',
  models: ['shipping_templates', 'catalog'],
  sql: `SELECT (SELECT count(*) FROM rm.shipping_templates WHERE creator_id = $1) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT t.template_id, t.name, t.rules, t.updated_at / 1000 AS update_time,
                         (SELECT count(*) FROM rm.plans p
                           WHERE p.creator_id = $1 AND p.status <> ${PLAN_STATUS.deleted}
                             AND p.offer ->> 'shipping_template_id' = t.template_id) AS plan_count
                    FROM rm.shipping_templates t
                   WHERE t.creator_id = $1 ORDER BY t.created LIMIT $2 OFFSET $3) AS page) AS list`,
};

/** One row: a page of a creator's templates, oldest first. */
export const templatesOf = (
  pool: Pool,
  creator_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: ListedTemplate[] }>> =>
  runQuery(pool, OF_CREATOR, [creator_id, limit, offset]);

const PLANS_NAMING: Query = {
  name: 'plans-naming-template',
  models: ['catalog'],
  sql: `SELECT plan_id FROM rm.plans
         WHERE creator_id = $1 AND status <> ${PLAN_STATUS.deleted} AND offer ->> 'shipping_template_id' = $2`,
};

/** Plans of this creator that name the template, shown or hidden. */
export const plansNaming = (
  pool: Pool,
  creator_id: string,
  template_id: string,
): Promise<Answer<{ plan_id: string }>> => runQuery(pool, PLANS_NAMING, [creator_id, template_id]);
