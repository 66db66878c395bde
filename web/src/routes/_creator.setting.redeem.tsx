import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { RedeemPage, type RedeemSearch } from '../creator/redeem/redeem-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

const LAST_PAGE = 100_000;

export const Route = createFileRoute('/_creator/setting/redeem')({
  validateSearch: (search): RedeemSearch => ({
    plan_id: textIn(search, 'plan_id'),
    sku_id: textIn(search, 'sku_id'),
    page: wholeIn(search, 'page', 1, LAST_PAGE),
  }),
  component: RedeemSettings,
});

function RedeemSettings() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <RedeemPage search={search} onSearch={(chosen) => void navigate({ search: withTable(chosen) })} />;
}
