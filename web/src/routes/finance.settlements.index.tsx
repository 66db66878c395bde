import { createFileRoute } from '@tanstack/react-router';
import { MonthsPage } from '../finance/income/months-page.tsx';

export const Route = createFileRoute('/finance/settlements/')({ component: MonthsPage });
