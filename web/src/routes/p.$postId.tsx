import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../fan/content/post-page.tsx';

export const Route = createFileRoute('/p/$postId')({
  staticData: { session: 'kept' },
  component: function Post() {
    const { postId } = Route.useParams();
    return <PostPage key={postId} postId={postId} />;
  },
});
