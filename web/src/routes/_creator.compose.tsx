import { createFileRoute } from '@tanstack/react-router';
import { ComposePage, type ComposeSearch } from '../creator/content/compose-page.tsx';
import { placeIn } from '../creator/content/place-search.ts';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/compose')({
  validateSearch: (search): ComposeSearch => ({ post_id: textIn(search, 'post_id'), ...placeIn(search) }),
  component: function Compose() {
    return <ComposePage {...Route.useSearch()} />;
  },
});
