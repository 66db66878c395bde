import { createFileRoute } from '@tanstack/react-router';
import { EditAlbumPage } from '../creator/content/albums/edit-album-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/edit/album')({
  validateSearch: (search): { album_id?: string | undefined } => ({ album_id: textIn(search, 'album_id') }),
  component: function EditAlbum() {
    const { album_id } = Route.useSearch();
    return <EditAlbumPage key={album_id} album_id={album_id} />;
  },
});
