import { asPlanId, asSkuId } from '#events/ids.ts';
import { editBundleStock as changeBundleStock } from '#services/commerce/stock/edit-bundle-stock.ts';
import { editSkuStock as changeSkuStock } from '#services/commerce/stock/edit-sku-stock.ts';
import type { StockChange } from '#services/commerce/stock/stock-change.ts';
import { editBundleStock, editSkuStock } from '#services/contract/stock/calls.ts';
import { ownPlan } from '../catalog/own-plan.ts';
import { planAnswerOf, skuAnswer } from '../catalog/plan-answer.ts';
import { type Area, routesOf } from '../http/area.ts';

/** The schema allows exactly one of the two; an empty value is unlimited. */
const changeOf = (set: number | '' | undefined, by: number | undefined): StockChange =>
  by === undefined ? { set: set === '' || set === undefined ? null : set } : { by };

/** How much is on sale: of a SKU, and of a bundle as a whole. */
export const offerStockRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stock');
  const { committer } = deps;

  on(editSkuStock, async ({ body, caller: { user_id: creator_id } }) => {
    const { stock, delta } = body;
    const sku_id = asSkuId(body.sku_id);
    const change = changeOf(stock, delta);
    const outcome = await committer.submit(changeSkuStock({ creator_id, sku_id, change }));
    if (!outcome.accepted) return outcome.refusal;
    const { shown, viewer } = await ownPlan(deps, outcome.result.plan_id, false);
    const sku = shown.skus.find((one) => one.sku_id === sku_id);
    if (sku === undefined) return { code: 'not_found' };
    return { sku: skuAnswer(sku, shown.offer, viewer), position: outcome.position };
  });

  on(editBundleStock, async ({ body, caller: { user_id: creator_id } }) => {
    const { bundle_stock, delta } = body;
    const plan_id = asPlanId(body.plan_id);
    const change = changeOf(bundle_stock, delta);
    const outcome = await committer.submit(changeBundleStock({ creator_id, plan_id, change }));
    if (!outcome.accepted) return outcome.refusal;
    const { shown, viewer } = await ownPlan(deps, plan_id, false);
    return { plan: planAnswerOf(shown, viewer), position: outcome.position };
  });
};
