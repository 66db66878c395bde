import '@mantine/core/styles.css';
import './app/styles/ground.css';
import './app/no-eval.ts';
import './app/styles/painted.css';
import './app/styles/narrow.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { untilLoaded } from './app/load-part.ts';
import { addMissingFunctions } from './app/missing-functions.ts';
import { markNarrowWindow } from './app/narrow-window.ts';
import { removePainted } from './app/painted.ts';
import { createQueryClient } from './app/queries.ts';
import { createAppRouter } from './app/router.ts';
import { profileQuery } from './app/session.ts';
import { cssVariables, theme } from './app/theme.ts';
import { countVisits } from './app/visits/page-visits.ts';
import './info/install-offer.ts';
import { startLanguage } from './language/i18n.ts';
import { loadTexts } from './language/load-texts.ts';
import { startZone } from './language/zone.ts';
import { configQuery } from './shell/config-query.ts';
import { needsSession } from './shell/session-guard.ts';

const queryClient = createQueryClient({
  signedOut() {
    const { matches, location } = router.state;
    // A guest may stay on a public page; elsewhere the way back is kept. A second refusal finds the navigation under way.
    if (needsSession(matches) && location.pathname !== '/login') {
      void router.navigate({ to: '/login', search: { back: location.href }, replace: true });
    }
  },
  failed({ ec, message: em }) {
    void router.navigate({ to: '/error', search: { ec: String(ec), em } });
  },
});
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

removePainted(router);
countVisits(router);
markNarrowWindow();
// Every page needs it: it is under way while the texts are loaded.
void queryClient.prefetchQuery(profileQuery);
await Promise.all([
  untilLoaded(addMissingFunctions),
  startLanguage(),
  startZone(() => queryClient.fetchQuery(configQuery)),
]);
// Without its texts the frame of all pages would show keys.
await untilLoaded(() => loadTexts(['shell']));
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
