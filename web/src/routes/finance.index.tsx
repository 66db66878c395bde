import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../finance/overview/overview-page.tsx';

export const Route = createFileRoute('/finance/')({ component: OverviewPage });
