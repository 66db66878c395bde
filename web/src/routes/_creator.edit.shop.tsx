import { createFileRoute } from '@tanstack/react-router';
import { EditorPage } from '../creator/editor/editor-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

interface EditorSearch {
  plan_id?: string | undefined;
  /** 0 sponsorship plan, 1 goods; other types come with later areas. */
  product_type?: number | undefined;
}

export const Route = createFileRoute('/_creator/edit/shop')({
  validateSearch: (search): EditorSearch => ({
    plan_id: textIn(search, 'plan_id'),
    product_type: wholeIn(search, 'product_type', 0, 1),
  }),
  component: Editor,
});

function Editor() {
  const { plan_id, product_type } = Route.useSearch();
  return <EditorPage plan_id={plan_id} type={product_type === 0 ? 0 : 1} />;
}
