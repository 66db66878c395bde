import { createFileRoute } from '@tanstack/react-router';
import { CreatorThanks } from '../fan/catalog/creator-page/thanks.tsx';

export const Route = createFileRoute('/a/$slug/thank')({ component: CreatorThanks });
