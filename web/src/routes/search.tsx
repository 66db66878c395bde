import { createFileRoute } from '@tanstack/react-router';
import { SearchPage } from '../fan/content/search/search-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

const TYPES = ['post', 'creator', 'album', 'product', 'order'] as const;
const PARAM_TYPES = ['order_id', 'affiliate_code', 'name'] as const;

interface SearchSearch {
  q?: string | undefined;
  /** What is searched; posts without it. */
  search_type?: (typeof TYPES)[number] | undefined;
  /** Of received orders: what the words are. */
  search_param_type?: (typeof PARAM_TYPES)[number] | undefined;
  /** Of posts: days back. */
  days?: '7' | '30' | '365' | undefined;
}

export const Route = createFileRoute('/search')({
  validateSearch: (search): SearchSearch => ({
    q: textIn(search, 'q'),
    search_type: oneOf(search, 'search_type', TYPES),
    search_param_type: oneOf(search, 'search_param_type', PARAM_TYPES),
    days: oneOf(search, 'days', ['7', '30', '365']),
  }),
  component: SearchPage,
});
