import { createFileRoute } from '@tanstack/react-router';
import { SkuPage } from '../fan/orders/purchased/sku-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/purchase/sku/$skuId')({
  ...signedInPage,
  component: Sku,
});

function Sku() {
  const { skuId } = Route.useParams();
  return <SkuPage sku_id={skuId} />;
}
