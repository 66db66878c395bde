import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../info/link-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/link')({
  validateSearch: (search): { url?: string | undefined } => ({ url: textIn(search, 'url') }),
  component: function Link() {
    return <LinkPage url={Route.useSearch().url} />;
  },
});
