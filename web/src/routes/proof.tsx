import { createFileRoute } from '@tanstack/react-router';
import { ProofPage, type ProofSearch } from '../proof/proof-page.tsx';
import { textIn } from '../shell/search.ts';
import { signedIn } from '../shell/session-guard.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const Route = createFileRoute('/proof')({
  validateSearch: (search): ProofSearch => {
    const month = textIn(search, 'month');
    return {
      out_trade_no: textIn(search, 'out_trade_no')?.slice(0, 80),
      post_id: textIn(search, 'post_id')?.slice(0, 64),
      vote_id: textIn(search, 'vote_id')?.slice(0, 64),
      month: month !== undefined && MONTH.test(month) ? month : undefined,
    };
  },
  // Own proofs need a session; files can be checked by everybody.
  beforeLoad: async (entering) => {
    const { out_trade_no, month, post_id, vote_id } = entering.search;
    if ([out_trade_no, month, post_id, vote_id].some((own) => own !== undefined)) await signedIn(entering);
  },
  component: Proof,
});

function Proof() {
  return <ProofPage search={Route.useSearch()} />;
}
