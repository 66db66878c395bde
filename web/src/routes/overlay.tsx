import { createFileRoute, useLocation } from '@tanstack/react-router';
import { OverlayPage } from '../fan/goals/overlay-page.tsx';

export const Route = createFileRoute('/overlay')({
  staticData: { bare: true },
  component: function Overlay() {
    return <OverlayPage token={useLocation({ select: ({ hash }) => hash })} />;
  },
});
