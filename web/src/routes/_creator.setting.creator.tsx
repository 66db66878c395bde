import { createFileRoute } from '@tanstack/react-router';
import { CreatorSettingsPage } from '../creator/accounts/page-form/settings-page.tsx';

export const Route = createFileRoute('/_creator/setting/creator')({ component: CreatorSettingsPage });
