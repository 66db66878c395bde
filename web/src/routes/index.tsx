import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../fan/landing/landing-page.tsx';

export const Route = createFileRoute('/')({ component: LandingPage });
