import { createFileRoute } from '@tanstack/react-router';
import { CreatorAlbums } from '../fan/content/albums/album-list.tsx';

export const Route = createFileRoute('/a/$slug/album')({ component: CreatorAlbums });
