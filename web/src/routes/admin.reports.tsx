import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '../admin/reports-page.tsx';

export const Route = createFileRoute('/admin/reports')({ component: ReportsPage });
