import type { Pool } from 'pg';
import { plainOffer, plainSku } from '#events/catalog.ts';
import { derivedHexId, type PlanId, type SkuId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { PLAN_STATUS, type PlanStatus, PRODUCT_TYPE } from '#events/status.ts';
import { editPlan } from '#services/commerce/catalog/edit-plan.ts';
import { everyRight, type SkuEdit } from '#services/commerce/catalog/offer-form.ts';
import { offerSkus } from '#services/commerce/catalog/offer-skus.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { Problem } from '../problem.ts';

/** The plan of a name in the file. */
export interface TargetPlan {
  plan_id: PlanId;
  /** 0 sponsorship, 1 goods. */
  product_type: number;
  /** SKU ids by name; a name that is not there was never offered. */
  skus: Map<string, SkuId>;
}

interface PlanRow {
  plan_id: PlanId;
  product_type: number;
  status: PlanStatus;
  name: string;
}

const SKUS_PER_COMMAND = 200;

// Ids of 32 hex digits by their making: imported again, a plan or SKU is the same one.
const planIdFor = (creator: UserId, name: string): PlanId =>
  derivedHexId('imported-plan', creator, name) as PlanId;
const skuIdFor = (plan: PlanId, name: string): SkuId => derivedHexId('imported-sku', plan, name) as SkuId;

/**
 * The creator's plans by name. A plan made by an earlier import is known by its derived id, also when it was
 * renamed since; of the creator's own, one on sale is preferred to a hidden one; a deleted one is not used.
 * The catalogue must have caught up with the log.
 */
export async function openOffers(pool: Pool, committer: Committer, creator_id: UserId) {
  const { rows: plans } = await pool.query<PlanRow>(
    `SELECT plan_id, product_type, status, name FROM rm.plans
      WHERE creator_id = $1 AND product_type IN (${PRODUCT_TYPE.sponsorship}, ${PRODUCT_TYPE.goods}) ORDER BY (status = ${PLAN_STATUS.normal}) DESC, created`,
    [creator_id],
  );
  const { rows: skus } = await pool.query<{ sku_id: SkuId; plan_id: PlanId; name: string }>(
    `SELECT sku_id, plan_id, skus.offer ->> 'name' AS name
       FROM rm.skus AS skus JOIN rm.plans AS plans USING (plan_id)
      WHERE creator_id = $1 ORDER BY withdrawn, skus.created`,
    [creator_id],
  );
  const byId = new Map<PlanId, TargetPlan & { status: PlanStatus }>();
  const byName = new Map<string, PlanId>();
  for (const { plan_id, product_type, status, name } of plans) {
    byId.set(plan_id, { plan_id, product_type, status, skus: new Map() });
    if (status !== PLAN_STATUS.deleted && !byName.has(name)) byName.set(name, plan_id);
  }
  for (const { sku_id, plan_id, name } of skus) {
    const known = byId.get(plan_id)?.skus;
    if (known && !known.has(name)) known.set(name, sku_id);
  }

  const planOf = (name: string): (TargetPlan & { status: PlanStatus }) | undefined =>
    byId.get(planIdFor(creator_id, name)) ?? byId.get(byName.get(name) ?? planIdFor(creator_id, name));

  const edits = (plan_id: PlanId, wanted: readonly { name: string; price: number }[]): SkuEdit[] =>
    wanted.map(({ name, price }) => ({
      offer: {
        sku_id: skuIdFor(plan_id, name),
        name,
        price: fenOf(price),
        ...plainSku,
        rank: 0,
      },
      is_new: true,
      stock: null,
    }));

  async function create(
    name: string,
    first: readonly SkuEdit[],
  ): Promise<TargetPlan & { status: PlanStatus }> {
    const existing = [...byId.values()].filter(({ status }) => status !== PLAN_STATUS.deleted).length;
    if (existing >= QUOTAS.plans)
      throw new Problem(`a creator has at most ${QUOTAS.plans} plans: ${name} exceeds the limit`);
    const plan_id = planIdFor(creator_id, name);
    const outcome = await committer.submit(
      editPlan({
        creator_id,
        plan_id,
        may_create: true,
        initial_status: PLAN_STATUS.hidden,
        offer: {
          name,
          ...plainOffer,
          product_type: PRODUCT_TYPE.goods,
          price: null,
          rank: null,
        },
        skus: first,
        origin: 'import',
        rights: everyRight,
      }),
    );
    if (!outcome.accepted) throw new Error(`the plan ${name} was refused: ${outcome.refusal.code}`);
    const made = {
      plan_id,
      product_type: PRODUCT_TYPE.goods,
      status: PLAN_STATUS.hidden,
      skus: new Map<string, SkuId>(),
    };
    byId.set(plan_id, made);
    return made;
  }

  return {
    /** The plan of a name; undefined when no line with a SKU named it and the creator has none of that name. */
    planOf,
    /** Creates the plan, hidden, and its SKUs as far as they are missing. */
    async ensure(name: string, wanted: readonly { name: string; price: number }[]): Promise<void> {
      const known = planOf(name);
      // A sponsorship has no SKUs; its lines are rejected one by one.
      if (known !== undefined && known.product_type !== PRODUCT_TYPE.goods) return;
      const missing = wanted.filter((sku) => !known?.skus.has(sku.name));
      if (missing.length === 0) return;
      const all = edits(known?.plan_id ?? planIdFor(creator_id, name), missing);
      let from = 0;
      let plan = known;
      if (plan === undefined) {
        plan = await create(name, all.slice(0, SKUS_PER_COMMAND));
        from = SKUS_PER_COMMAND;
      }
      for (; from < all.length && plan.status !== PLAN_STATUS.deleted; from += SKUS_PER_COMMAND) {
        const { plan_id } = plan;
        const part = all.slice(from, from + SKUS_PER_COMMAND);
        const outcome = await committer.submit(
          offerSkus({ creator_id, plan_id, skus: part, origin: 'import' }),
        );
        if (!outcome.accepted) {
          if (outcome.refusal.code !== 'bad_input')
            throw new Error(`SKUs of ${name}: ${outcome.refusal.code}`);
          throw new Problem(`the plan ${name} would have more than ${QUOTAS.skus_of_plan} SKUs: split it`);
        }
      }
      // Orders of a plan deleted since keep their lines: they have the offer as it was sold.
      for (const { offer } of all) plan.skus.set(offer.name, offer.sku_id);
    },
  };
}

export type Offers = Awaited<ReturnType<typeof openOffers>>;
