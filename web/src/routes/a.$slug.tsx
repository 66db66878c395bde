import { createFileRoute } from '@tanstack/react-router';
import { CreatorLayout } from '../fan/creator-page/creator-layout.tsx';

export const Route = createFileRoute('/a/$slug')({ component: CreatorLayout });
