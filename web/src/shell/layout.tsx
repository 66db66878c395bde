import { Box } from '@mantine/core';
import { Outlet, useLocation, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveUpdates } from '../api/live.ts';
import { CloseButtons } from '../app/close-buttons.tsx';
import { bindQuestion } from '../app/consent/bind-question.ts';
import { untilLoaded } from '../app/load-part.ts';
import { Notices } from '../app/notices.tsx';
import { useProfile } from '../app/session.ts';
import { otherPerson } from '../app/windows/person.ts';
import { useNowPlaying } from '../components/media/now-playing.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { NoticeBars } from './member-parts.ts';
import { LagNotice } from './notices/lag-notice.tsx';
import { OfflineNotice } from './notices/offline-notice.tsx';
import { Waiting } from './whole-page.tsx';

const BindQuestion = lazy(() => untilLoaded(() => import('../fan/accounts/binding/bind-question.tsx')));
const OtherPerson = lazy(() => untilLoaded(() => import('./notices/other-person.tsx')));
const MiniPlayer = lazy(() => untilLoaded(() => import('../components/media/mini-player.tsx')));

/** The frame of every page, and none around a bare one. */
export function Layout() {
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) });
  return (
    <CloseButtons>
      {bare ? (
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      ) : (
        <Framed />
      )}
    </CloseButtons>
  );
}

/** Skip link, header, the page, footer, and the tabs of small screens. */
function Framed() {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  useLiveUpdates(profile?.user.user_id);
  // Opened in WeChat: the messenger has its own ways around.
  const isFew = useLocation({ select: ({ search }) => 'fr' in search && search.fr === 'wx' });
  const main = useFocusOnNewPage();
  const isPlaying = useNowPlaying();
  const needsBinding = useSyncExternalStore(bindQuestion.subscribe, bindQuestion.present) !== undefined;
  const isOther = useSyncExternalStore(otherPerson.subscribe, otherPerson.isKnown);
  return (
    <>
      {/* Within the router: a notice may have a link in it. */}
      <Notices />
      <a href="#main" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <Header isFew={isFew} />
      <Box component="main" id="main" ref={main} tabIndex={-1} className={classes.main}>
        {profile && (
          <Suspense>
            <NoticeBars />
          </Suspense>
        )}
        <OfflineNotice />
        <LagNotice />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </Box>
      {!isFew && <Footer />}
      {needsBinding && (
        <Suspense>
          <BindQuestion />
        </Suspense>
      )}
      {isOther && (
        <Suspense>
          <OtherPerson />
        </Suspense>
      )}
      {isPlaying && (
        <Suspense>
          <MiniPlayer />
        </Suspense>
      )}
      {!isFew && <BottomTabs />}
    </>
  );
}

/** After opening another page, keyboard and screen reader start at its top. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return main;
}
