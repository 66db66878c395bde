import { createFileRoute } from '@tanstack/react-router';
import { atDoor } from '../door/door-guard.ts';
import { InspectPage, type InspectSearch } from '../door/tickets/inspect-page.tsx';
import { textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { sessionRequired } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/inspect')({
  validateSearch: (search): InspectSearch => ({
    plan_id: textIn(search, 'plan_id'),
    round_id: textIn(search, 'round_id'),
    out_trade_no: textIn(search, 'out_trade_no'),
    id: textIn(search, 'id'),
    t: textIn(search, 't'),
  }),
  staticData: sessionRequired,
  beforeLoad: atDoor,
  component: searchPage(InspectPage, true),
});
