import { IconScan, IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { BRAND_NAME } from '../../../app/brand.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import type { Shared } from '../../../components/share/share-targets.ts';
import { ActionRow, Rows } from './me-rows.tsx';

const ScanDialog = lazy(() => untilLoaded(() => import('./scan-dialog.tsx')));
const ShareDialog = lazy(() => untilLoaded(() => import('../../../components/share/share-dialog.tsx')));

/** The own page of a creator; of others the site. */
const sharedOf = ({ creator, user }: Profile, text: string): Shared =>
  creator !== null && user.url_slug !== ''
    ? { path: `/a/${user.url_slug}`, title: user.name, text: creator.doing, picture: user.avatar }
    : { path: '/', title: BRAND_NAME, text, picture: '' };

/** Scanning a code and sharing: what a program on the phone has in its menu (overview specification 2). */
export function MeTools({ profile }: { profile: Profile }) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState<'scan' | 'share'>();
  const close = () => setOpen(undefined);
  const shared = sharedOf(profile, t('me.site'));
  return (
    <>
      <Rows label={t('me.tools')}>
        <ActionRow icon={IconScan} label={t('me.scan')} onClick={() => setOpen('scan')} />
        <ActionRow
          icon={IconShare2}
          label={t(shared.path === '/' ? 'me.shareSite' : 'me.sharePage')}
          onClick={() => setOpen('share')}
        />
      </Rows>
      <Suspense>
        {open === 'scan' && <ScanDialog onClose={close} />}
        {open === 'share' && <ShareDialog shared={shared} onClose={close} />}
      </Suspense>
    </>
  );
}
