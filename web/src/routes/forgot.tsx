import { createFileRoute } from '@tanstack/react-router';
import { ForgotPage } from '../fan/accounts/sign-in/forgot-page.tsx';

export const Route = createFileRoute('/forgot')({ component: ForgotPage });
