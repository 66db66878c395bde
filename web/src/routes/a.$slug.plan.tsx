import { createFileRoute } from '@tanstack/react-router';
import { CreatorPlans } from '../fan/catalog/creator-page/sections.tsx';

export const Route = createFileRoute('/a/$slug/plan')({ component: CreatorPlans });
