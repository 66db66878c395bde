import { listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { queryOf } from '../../api/queries.ts';

/** Sponsorship plans, or everything that is sold by the piece. */
export type OfferArea = 'plans' | 'shop';

const MAX_COUNT = 100;
const LIST_OF = { plans: listPlans, shop: listProducts };

/** The creator's offers of one kind, hidden ones too. */
export const ownPlansQuery = (user_id: string, area: OfferArea, enabled = true) =>
  queryOf(
    LIST_OF[area],
    { user_id, per_page: MAX_COUNT, with_hidden: 1 },
    { enabled: enabled && user_id !== '' },
  );
