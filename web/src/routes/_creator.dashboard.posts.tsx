import { createFileRoute } from '@tanstack/react-router';
import { PostsPage, type PostsSearch } from '../creator/content/posts-page.tsx';
import { oneOf, pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/posts')({
  validateSearch: (search): PostsSearch => ({
    status: oneOf(search, 'status', ['scheduled', 'draft', 'hidden']),
    page: pageIn(search),
  }),
  component: searchPage(PostsPage, true),
});
