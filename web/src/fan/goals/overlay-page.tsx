import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OverlayView } from '../../components/goals/overlay-view.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import classes from './overlay-page.module.css';
import { useOverlay } from './use-overlay.ts';

/** /overlay#token: transparent, for streaming programs. The fragment is never sent with the address. */
export function OverlayPage({ token }: { token: string }) {
  const { t } = useTranslation('goals-progress');
  usePageTitle(t('overlay.title'));
  const { query, testing, connected, over } = useOverlay(token);
  useEffect(() => {
    document.documentElement.classList.add(classes.transparent ?? '');
    return () => document.documentElement.classList.remove(classes.transparent ?? '');
  }, []);
  const trouble = over ? t(token === '' ? 'overlay.noLink' : 'overlay.ended') : undefined;
  return (
    <main className={classes.page}>
      {trouble === undefined && query.data !== undefined && <OverlayView {...query.data} testing={testing} />}
      {trouble !== undefined ? (
        <p role="alert" className={classes.notice}>
          {trouble}
        </p>
      ) : (
        !connected && (
          <p role="status" className={classes.notice}>
            {t('overlay.offline')}
          </p>
        )
      )}
    </main>
  );
}
