import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../fan/messages/unsubscribe-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: (search): { token?: string | undefined } => ({ token: textIn(search, 'token') }),
  component: function Unsubscribe() {
    return <UnsubscribePage token={Route.useSearch().token} />;
  },
});
