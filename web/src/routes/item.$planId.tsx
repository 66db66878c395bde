import { createFileRoute } from '@tanstack/react-router';
import { ItemPage } from '../fan/item/item-page.tsx';

export const Route = createFileRoute('/item/$planId')({
  component: function Item() {
    return <ItemPage planId={Route.useParams().planId} />;
  },
});
