import { createFileRoute } from '@tanstack/react-router';
import { AlbumPage } from '../fan/content/albums/album-page.tsx';

export const Route = createFileRoute('/album/$albumId/')({
  component: function Album() {
    const { albumId } = Route.useParams();
    return <AlbumPage key={albumId} albumId={albumId} />;
  },
});
