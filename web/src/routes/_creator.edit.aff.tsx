import { createFileRoute } from '@tanstack/react-router';
import { CodeEditorPage } from '../creator/affiliates/code-editor-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/edit/aff')({
  validateSearch: (search): { affiliate_id?: string | undefined } => ({
    affiliate_id: textIn(search, 'affiliate_id'),
  }),
  component: function Code() {
    return <CodeEditorPage affiliate_id={Route.useSearch().affiliate_id} />;
  },
});
