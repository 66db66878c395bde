import { createFileRoute } from '@tanstack/react-router';
import { NoticeBarsPage } from '../admin/notice-bars-page.tsx';

export const Route = createFileRoute('/admin/notices')({ component: NoticeBarsPage });
