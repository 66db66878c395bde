import { createFileRoute } from '@tanstack/react-router';
import { CreatorPlans } from '../fan/creator-page/sections.tsx';

export const Route = createFileRoute('/a/$slug/plan')({ component: CreatorPlans });
