import { createFileRoute } from '@tanstack/react-router';
import { PersonPage } from '../fan/creator-page/person-page.tsx';

export const Route = createFileRoute('/u/$userId')({ component: PersonPage });
