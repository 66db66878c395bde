import { createFileRoute } from '@tanstack/react-router';
import { ItemPage } from '../fan/item/item-page.tsx';

export const Route = createFileRoute('/bundle/$planId')({
  component: function Bundle() {
    return <ItemPage planId={Route.useParams().planId} />;
  },
});
