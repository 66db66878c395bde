import type { Order } from '#services/contract/orders/orders.ts';

/** Each model, with how many when it is not one; empty for a sponsorship plan. */
export const modelsOf = ({ sku_detail }: Order): string[] =>
  sku_detail.map(({ name, count }) => (count === 1 ? name : `${name} × ${count}`));
