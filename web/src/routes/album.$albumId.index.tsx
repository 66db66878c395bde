import { createFileRoute } from '@tanstack/react-router';
import { AlbumPage } from '../fan/content/albums/album-page.tsx';

interface AlbumSearch {
  /** Of the directory, for the creator. */
  mode?: 'sort' | 'edit' | undefined;
}

export const Route = createFileRoute('/album/$albumId/')({
  validateSearch: ({ mode }): AlbumSearch => ({
    mode: mode === 'sort' || mode === 'edit' ? mode : undefined,
  }),
  component: function Album() {
    const { albumId } = Route.useParams();
    const { mode } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <AlbumPage
        key={albumId}
        albumId={albumId}
        mode={mode}
        onMode={(chosen) => void navigate({ search: { mode: chosen }, replace: true, resetScroll: false })}
      />
    );
  },
});
