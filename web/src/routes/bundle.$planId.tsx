import { createFileRoute } from '@tanstack/react-router';
import { ItemPage } from '../fan/item/item-page.tsx';
import { itemSearch } from '../fan/item/item-search.ts';

export const Route = createFileRoute('/bundle/$planId')({
  validateSearch: itemSearch,
  component: function Bundle() {
    return <ItemPage planId={Route.useParams().planId} />;
  },
});
