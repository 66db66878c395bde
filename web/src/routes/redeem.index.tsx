import { createFileRoute } from '@tanstack/react-router';
import { CodePage } from '../fan/redeem/code-page.tsx';

export const Route = createFileRoute('/redeem/')({ component: CodePage });
