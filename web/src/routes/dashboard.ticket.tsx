import { createFileRoute } from '@tanstack/react-router';
import { WalletPage } from '../fan/tickets/wallet-page.tsx';
import { pageIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/ticket')({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageIn(search) }),
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: Wallet,
});

function Wallet() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <WalletPage page={page} onPage={(chosen) => void navigate({ search: { page: chosen } })} />;
}
