import { createFileRoute } from '@tanstack/react-router';
import { AlbumBar } from '../fan/content/albums/album-bar.tsx';
import { PostPage } from '../fan/content/post-page.tsx';

export const Route = createFileRoute('/album/$albumId/$postId')({
  staticData: { session: 'kept' },
  component: function AlbumPost() {
    const { albumId, postId } = Route.useParams();
    const bar = <AlbumBar album_id={albumId} post_id={postId} />;
    return <PostPage key={postId} postId={postId} above={bar} />;
  },
});
