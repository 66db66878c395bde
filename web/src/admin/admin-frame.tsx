import {
  IconChartHistogram,
  IconFlag,
  IconListDetails,
  IconPalette,
  IconPhoto,
  IconRosetteDiscountCheck,
  IconSpeakerphone,
  IconUserSearch,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../components/area-frame.tsx';

/** The area of admins: staff roles and certification, nothing about money. */
export function AdminFrame() {
  const { t } = useTranslation(['staff', 'staff-lists']);
  return (
    <AreaFrame
      role={{ name: 'admin', title: t('notYours.title'), text: t('notYours.text') }}
      label={t('nav.label')}
      groups={[
        {
          title: t('nav.people'),
          entries: [
            { to: '/admin/users', label: t('nav.users'), icon: IconUserSearch },
            { to: '/admin/user-list', label: t('staff-lists:nav.users'), icon: IconUsers },
            { to: '/admin/creator-list', label: t('staff-lists:nav.creators'), icon: IconPalette },
            { to: '/admin/orders', label: t('staff-lists:nav.orders'), icon: IconListDetails },
            { to: '/admin/staff', label: t('nav.staff'), icon: IconUsersGroup },
            { to: '/admin/creators', label: t('nav.creators'), icon: IconRosetteDiscountCheck },
            { to: '/admin/reports', label: t('nav.reports'), icon: IconFlag },
            { to: '/admin/notices', label: t('nav.notices'), icon: IconSpeakerphone },
            { to: '/admin/banners', label: t('nav.banners'), icon: IconPhoto },
            { to: '/admin/figures', label: t('nav.figures'), icon: IconChartHistogram },
          ],
        },
      ]}
    />
  );
}
