import { createFileRoute } from '@tanstack/react-router';
import { ComposePage } from '../creator/content/compose-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/compose')({
  validateSearch: (search): { post_id?: string | undefined } => ({ post_id: textIn(search, 'post_id') }),
  component: function Compose() {
    return <ComposePage post_id={Route.useSearch().post_id} />;
  },
});
