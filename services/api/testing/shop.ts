import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** A creator with something on sale. */
export interface TestShop {
  creator: TestUser;
  plan: Plan;
  /** In the given order. */
  skus: Sku[];
}

/** A SKU of the form: its name, stock ('' unlimited), and what else matters. */
export const forSale = (name: string, stock: number | '', more: object = {}) => ({
  name,
  price: '10.00',
  stock,
  ...more,
});

export const sponsorshipForm: EditPlan = { name: 'Coffee', product_type: 0, price: '30.00' };

/** Saves a plan through the API; fails the test when it is refused. */
export async function savePlan(api: TestApi, creator: TestUser, form: EditPlan): Promise<Plan> {
  const { ec, em, data } = await api.call(savePlanCall, form, creator);
  if (ec !== 200) throw new Error(`the plan was refused: ${em} ${JSON.stringify(data.errors)}`);
  return data.plan;
}

/** What a body names to buy so many of the shop's SKUs, in their order. */
export const unitsOf = ({ plan, skus }: Pick<TestShop, 'plan' | 'skus'>, ...counts: readonly number[]) => ({
  plan_id: plan.plan_id,
  sku: counts.map((count, n) => ({ sku_id: skus[n]?.sku_id ?? '', count })),
});

/** A creator selling goods with these SKUs. */
export async function openShop(
  api: TestApi,
  sku: NonNullable<EditPlan['sku']>,
  more: Partial<EditPlan> = {},
): Promise<TestShop> {
  const creator = await api.creator();
  const plan = await savePlan(api, creator, { name: 'Scarf', product_type: 1, sku, ...more });
  return { creator, plan, skus: plan.sku };
}
