import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { BOUGHT_FOR, boughtFor } from '../fan/content/bought-for.ts';
import type { OrderSearch } from '../fan/orders/checkout/order-choice.ts';
import { OrderCreatePage } from '../fan/orders/checkout/order-create-page.tsx';
import { affiliateIn, customOrderIn, textIn, wholeIn } from '../shell/search.ts';

export const Route = createFileRoute('/order/create')({
  validateSearch: (search: Record<string, unknown>): OrderSearch => ({
    plan_id: textIn(search, 'plan_id'),
    product_type: wholeIn(search, 'product_type', 0, 4),
    month: wholeIn(search, 'month', 1, 36),
    further_months: wholeIn(search, 'further_months', 0, 36),
    begin_at_end: wholeIn(search, 'begin_at_end', 1, 1),
    sku: textIn(search, 'sku'),
    bundle_count: wholeIn(search, 'bundle_count', 1, 1_000),
    remark: textIn(search, 'remark'),
    custom_order_id: customOrderIn(search),
    user_id: textIn(search, 'user_id'),
    custom_price: textIn(search, 'custom_price'),
    affiliate_code: affiliateIn(search),
    ...boughtFor(search),
  }),
  search: { middlewares: [retainSearchParams(['affiliate_code', ...BOUGHT_FOR])] },
  component: OrderCreatePage,
});
