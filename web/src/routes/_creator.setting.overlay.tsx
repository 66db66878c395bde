import { createFileRoute } from '@tanstack/react-router';
import { OverlaySettings } from '../creator/goals/overlay/overlay-settings.tsx';

export const Route = createFileRoute('/_creator/setting/overlay')({ component: OverlaySettings });
