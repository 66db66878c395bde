import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type EditBasic, editCreator, setShopCount } from '#services/api/accounts/contract/accounts.ts';
import { type EditPlan, setDiscountOption } from '#services/api/catalog/contract/edit-plan.ts';
import {
  deletePlan,
  editBundleStock,
  editSkuStock,
  getPlan,
  hidePlan,
  listPlans,
  listProducts,
  savePlan,
  setCanBuyHide,
  showPlan,
} from '#services/api/catalog/contract/plans.ts';
import { call } from './client.ts';
import { profileQuery } from './session.ts';

/** Sponsorship plans, or everything that is sold by the piece. */
export type OfferArea = 'plans' | 'shop';

const PLANS_A_PAGE = 100;
const LIST_OF = { plans: listPlans, shop: listProducts };

/** All that the caller has on sale of one kind, hidden ones too. */
export const ownPlansQuery = (user_id: string, area: OfferArea) =>
  queryOptions({
    queryKey: ['selling', 'plans', area, user_id],
    queryFn: ({ signal }) =>
      call(LIST_OF[area], { user_id, per_page: PLANS_A_PAGE, with_hidden: 1 }, { signal }),
    meta: { topics: ['catalog', 'stock', 'orders'] },
  });

/** One of the caller's own plans, for its editor. */
export const ownPlanQuery = (plan_id: string) =>
  queryOptions({
    queryKey: ['selling', 'plan', plan_id],
    queryFn: async ({ signal }) => (await call(getPlan, { plan_id }, { signal })).plan,
    meta: { topics: ['catalog', 'stock'] },
  });

/** All lists of plans load again, and include the latest write. */
function usePlansChanged() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['selling'] }),
      client.invalidateQueries({ queryKey: ['catalog'] }),
    ]);
  };
}

/** Creates a plan, or changes the one named by `plan_id`. */
export function useSavePlan() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: (input: EditPlan) => call(savePlan, input),
    onSuccess: changed,
    meta: { quiet: true },
  });
}

const CHANGES = { hide: hidePlan, show: showPlan, delete: deletePlan };
export type PlanChange = keyof typeof CHANGES;

export function useChangePlan() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ plan_id, change }: { plan_id: string; change: PlanChange }) =>
      call(CHANGES[change], { plan_id }),
    onSuccess: changed,
  });
}

/** Whether a hidden plan can still be bought by its address. */
export function useSetCanBuyHide() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: (input: { plan_id: string; status: boolean }) => call(setCanBuyHide, input),
    onSuccess: changed,
    meta: { quiet: true },
  });
}

/** The stock to edit: a saved SKU's, or a bundle's own. */
export type Stocked = { sku_id: string } | { plan_id: string };
export type StockChange = { set: number | '' } | { delta: number };

/** Sets a stock (`""` unlimited), or changes it by a difference. */
export function useEditStock() {
  const changed = usePlansChanged();
  return useMutation({
    mutationFn: ({ of, change }: { of: Stocked; change: StockChange }): Promise<unknown> => {
      const relative = 'delta' in change;
      return 'plan_id' in of
        ? call(editBundleStock, { ...of, ...(relative ? change : { bundle_stock: change.set }) })
        : call(editSkuStock, { ...of, ...(relative ? change : { stock: change.set }) });
    },
    onSuccess: changed,
    meta: { quiet: true },
  });
}

/** The multi-month discount (creator specification, Discount option screen). */
export function useSetDiscountOption() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean) => call(setDiscountOption, { status }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
  });
}

/** How many products the creator's page shows at first; -1 shows all. */
export function useSetShopCount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (count: number) => call(setShopCount, { count }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: profileQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['creators'] }),
      ]);
    },
  });
}

/** Saves the creator form; the first time the caller becomes a creator. */
export function useSaveCreator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: EditBasic) => call(editCreator, input),
    onSuccess: async () => {
      await client.fetchQuery({ ...profileQuery, staleTime: 0 });
      await client.invalidateQueries({ queryKey: ['creators'] });
    },
    meta: { quiet: true },
  });
}
