import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../info/document-page.tsx';

export const Route = createFileRoute('/privacy')({ component: PrivacyPage });
