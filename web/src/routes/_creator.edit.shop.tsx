import { createFileRoute } from '@tanstack/react-router';
import { PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import { EditorPage } from '../creator/catalog/editor/editor-page.tsx';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

interface EditorSearch {
  plan_id?: string | undefined;
  /** 0 sponsorship plan, 1 goods, 2 and 3 bundles, 4 tickets. */
  product_type?: number | undefined;
  /** As links have it: a bundle, whether of all or of a choice. */
  type?: 'bundle' | undefined;
}

export const Route = createFileRoute('/_creator/edit/shop')({
  validateSearch: (search): EditorSearch => ({
    plan_id: textIn(search, 'plan_id'),
    product_type: wholeIn(search, 'product_type', 0, 4),
    type: oneOf(search, 'type', ['bundle']),
  }),
  component: Editor,
});

function Editor() {
  const { plan_id, product_type, type } = Route.useSearch();
  const productType = product_type ?? (type === 'bundle' ? PRODUCT_TYPE.bundle : PRODUCT_TYPE.goods);
  // The route allows 0 to 4; to the compiler they are numbers.
  return <EditorPage plan_id={plan_id} type={productType as ProductType} />;
}
