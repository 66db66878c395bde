import { createFileRoute } from '@tanstack/react-router';
import { ForgotPage } from '../fan/account/forgot-page.tsx';

export const Route = createFileRoute('/forgot')({ component: ForgotPage });
