import { createFileRoute } from '@tanstack/react-router';
import { ArticlePage, type ArticleSearch } from '../creator/content/article/article-page.tsx';
import { placeIn } from '../creator/content/place-search.ts';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/edit/article')({
  validateSearch: (search): ArticleSearch => ({
    post_id: textIn(search, 'post_id'),
    draft_id: textIn(search, 'draft_id'),
    ...placeIn(search),
  }),
  component: function Article() {
    return <ArticlePage {...Route.useSearch()} />;
  },
});
