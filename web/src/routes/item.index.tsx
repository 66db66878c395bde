import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { ItemPage } from '../fan/catalog/item/item-page.tsx';
import { type ItemSearch, itemSearch } from '../fan/catalog/item/item-search.ts';
import { textIn } from '../shell/search.ts';
import { NotFound } from '../shell/whole-page.tsx';

interface Search extends ItemSearch {
  plan_id?: string | undefined;
}

export const Route = createFileRoute('/item/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...itemSearch(search),
    plan_id: textIn(search, 'plan_id'),
  }),
  search: { middlewares: [retainSearchParams(['affiliate_code'])] },
  component: function Item() {
    const { plan_id } = Route.useSearch();
    return plan_id === undefined ? <NotFound /> : <ItemPage planId={plan_id} />;
  },
});
