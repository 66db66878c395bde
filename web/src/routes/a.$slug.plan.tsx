import { createFileRoute } from '@tanstack/react-router';
import { CreatorPlans } from '../fan/catalog/creator-page/sections.tsx';
import { textIn } from '../shell/search.ts';

interface PlanSearch {
  /** Only plans that open this album, and only these plans, comma-joined. */
  album_id?: string | undefined;
  unlock_plan_ids?: string | undefined;
}

export const Route = createFileRoute('/a/$slug/plan')({
  validateSearch: (search): PlanSearch => ({
    album_id: textIn(search, 'album_id'),
    unlock_plan_ids: textIn(search, 'unlock_plan_ids'),
  }),
  component: CreatorPlans,
});
