import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { ItemPage } from '../fan/catalog/item/item-page.tsx';
import { itemSearch } from '../fan/catalog/item/item-search.ts';
import { BOUGHT_FOR } from '../fan/content/bought-for.ts';

export const Route = createFileRoute('/item/$planId')({
  validateSearch: itemSearch,
  search: { middlewares: [retainSearchParams(['affiliate_code', ...BOUGHT_FOR])] },
  component: function Item() {
    return <ItemPage planId={Route.useParams().planId} />;
  },
});
