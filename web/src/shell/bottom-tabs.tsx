import { IconCompass, IconHome, IconUserCircle } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBar } from '../app/bars.ts';
import { useProfile } from '../app/session.ts';
import classes from './bottom-tabs.module.css';
import { MemberTabs } from './member-parts.ts';
import { Tab } from './tab.tsx';

/** The small screen's way around, at the thumb. */
export function BottomTabs() {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  const bar = useBar<HTMLElement>('tabs');
  return (
    <nav {...bar} className={classes.tabs} aria-label={t('nav.tabs')}>
      {profile ? (
        <Suspense>
          <MemberTabs profile={profile} />
        </Suspense>
      ) : (
        <>
          <Tab to="/feed" icon={IconHome} label={t('nav.feed')} />
          <Tab to="/explore" icon={IconCompass} label={t('nav.explore')} />
          <Tab to="/login" icon={IconUserCircle} label={t('nav.signIn')} />
        </>
      )}
    </nav>
  );
}
