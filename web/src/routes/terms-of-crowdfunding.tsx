import { createFileRoute } from '@tanstack/react-router';
import { CrowdfundingTermsPage } from '../info/document-page.tsx';

export const Route = createFileRoute('/terms-of-crowdfunding')({ component: CrowdfundingTermsPage });
