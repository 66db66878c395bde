import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { AffiliatesPage, type AffiliatesSearch } from '../creator/affiliates/affiliates-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

const LAST_PAGE = 100_000;

export const Route = createFileRoute('/_creator/setting/aff')({
  validateSearch: (search): AffiliatesSearch => ({
    page: wholeIn(search, 'page', 1, LAST_PAGE),
    received_page: wholeIn(search, 'received_page', 1, LAST_PAGE),
    affiliate_id: textIn(search, 'affiliate_id'),
    orders_page: wholeIn(search, 'orders_page', 1, LAST_PAGE),
  }),
  component: Affiliates,
});

function Affiliates() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AffiliatesPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
