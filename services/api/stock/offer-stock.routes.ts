import { asPlanId, asSkuId } from '#events/ids.ts';
import { editBundleStock as changeBundleStock } from '#services/commerce/stock/edit-bundle-stock.ts';
import { editSkuStock as changeSkuStock } from '#services/commerce/stock/edit-sku-stock.ts';
import type { StockChange } from '#services/commerce/stock/stock-change.ts';
import { editBundleStock, editSkuStock } from '../catalog/contract/plans.ts';
import { ownPlan } from '../catalog/own-plan.ts';
import { planAnswerOf, skuAnswer } from '../catalog/plan-answer.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';

/** The schema lets exactly one of the two through; nothing set is unlimited. */
const changeOf = (set: number | '' | undefined, by: number | undefined): StockChange =>
  by === undefined ? { set: set === '' || set === undefined ? null : set } : { by };

/** How much is on sale: of a SKU, and of a bundle as a whole. */
export const offerStockRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stock');
  const { committer } = deps;

  on(editSkuStock, async (request) => {
    const { stock, delta } = request.body;
    const sku_id = asSkuId(request.body.sku_id);
    const creator_id = callerOf(request).user_id;
    const change = changeOf(stock, delta);
    const outcome = await committer.submit(
      changeSkuStock({ creator_id, sku_id, change, correlation_id: request.id }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    const { shown, viewer } = await ownPlan(deps, outcome.result.plan_id, false);
    const sku = shown.skus.find((one) => one.sku_id === sku_id);
    if (sku === undefined) return refused(request, { code: 'not_found' });
    return ok({ sku: skuAnswer(sku, shown.offer, viewer), position: outcome.position });
  });

  on(editBundleStock, async (request) => {
    const { bundle_stock, delta } = request.body;
    const plan_id = asPlanId(request.body.plan_id);
    const creator_id = callerOf(request).user_id;
    const change = changeOf(bundle_stock, delta);
    const outcome = await committer.submit(
      changeBundleStock({ creator_id, plan_id, change, correlation_id: request.id }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    const { shown, viewer } = await ownPlan(deps, plan_id, false);
    return ok({ plan: planAnswerOf(shown, viewer), position: outcome.position });
  });
};
