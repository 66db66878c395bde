import { IconLock, IconRosetteDiscountCheck, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../api/session.ts';
import { AreaFrame } from '../components/area-frame.tsx';
import { DeadEnd } from '../components/dead-end.tsx';
import { ButtonLink } from '../components/links.tsx';
import { usePageTitle } from '../shell/page-title.ts';

/** The area of admins: who is staff, and who is certified. Nothing of money is theirs. */
export function AdminFrame() {
  const { t } = useTranslation('staff');
  const isAdmin = useProfile()?.roles.includes('admin') === true;
  if (!isAdmin) return <NotYours />;
  return (
    <AreaFrame
      label={t('nav.label')}
      groups={[
        {
          title: t('nav.people'),
          entries: [
            { to: '/admin/staff', label: t('nav.staff'), icon: IconUsersGroup },
            { to: '/admin/creators', label: t('nav.creators'), icon: IconRosetteDiscountCheck },
          ],
        },
      ]}
    />
  );
}

function NotYours() {
  const { t } = useTranslation(['staff', 'shell']);
  usePageTitle(t('notYours.title'));
  return (
    <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours.title')} text={t('notYours.text')}>
      <ButtonLink to="/">{t('shell:notFound.home')}</ButtonLink>
    </DeadEnd>
  );
}
