import { createFileRoute } from '@tanstack/react-router';
import { BannersPage } from '../admin/banners-page.tsx';

export const Route = createFileRoute('/admin/banners')({ component: BannersPage });
