import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '../info/error-page.tsx';
import { textIn } from '../shell/search.ts';

interface ErrorSearch {
  ec?: string | undefined;
  em?: string | undefined;
}

export const Route = createFileRoute('/error')({
  validateSearch: (search): ErrorSearch => ({
    ec: /^\d{1,6}$/.exec(textIn(search, 'ec') ?? '')?.[0],
    em: textIn(search, 'em'),
  }),
  component: function Failure() {
    const { ec, em } = Route.useSearch();
    return <ErrorPage ec={ec} em={em} />;
  },
});
