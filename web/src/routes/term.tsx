import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '../info/document-page.tsx';

export const Route = createFileRoute('/term')({ component: TermsPage });
