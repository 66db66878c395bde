import { createFileRoute } from '@tanstack/react-router';
import { ReceiverPage } from '../creator/open/receiver/receiver-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/dev_/receiver')({ component: ReceiverPage });
