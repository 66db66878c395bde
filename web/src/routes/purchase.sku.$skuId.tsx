import { createFileRoute } from '@tanstack/react-router';
import { SkuPage } from '../fan/orders/purchased/sku-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/purchase/sku/$skuId')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: Sku,
});

function Sku() {
  const { skuId } = Route.useParams();
  return <SkuPage sku_id={skuId} />;
}
