import { createFileRoute } from '@tanstack/react-router';
import { AppPage } from '../info/app-page.tsx';

export const Route = createFileRoute('/app/')({ component: AppPage });
