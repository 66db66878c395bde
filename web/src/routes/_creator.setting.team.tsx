import { createFileRoute } from '@tanstack/react-router';
import { TeamPage } from '../creator/accounts/team/team-page.tsx';

export const Route = createFileRoute('/_creator/setting/team')({ component: TeamPage });
