import { createFileRoute, redirect } from '@tanstack/react-router';

/** `/app/openapp` and `/app/simple`: there is no program to open, and the page says how to use the site on a phone. */
export const Route = createFileRoute('/app/$kind')({
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true });
  },
});
