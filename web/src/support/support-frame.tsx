import { IconListDetails, IconMessageQuestion, IconReceipt, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../components/area-frame.tsx';

/** The frame of the support area. */
export function SupportFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['support', 'staff-lists']);
  return (
    <AreaFrame
      role={{ name: 'support', title: t('notYours.title'), text: t('notYours.text') }}
      label={t('title')}
      groups={[
        {
          title: t('title'),
          entries: [
            { to: '/support', label: t('nav'), icon: IconReceipt, exact: true },
            { to: '/support/cases', label: t('navCases'), icon: IconMessageQuestion },
            { to: '/support/orders', label: t('staff-lists:nav.orders'), icon: IconListDetails },
            { to: '/support/users', label: t('staff-lists:nav.users'), icon: IconUsers },
          ],
        },
      ]}
    >
      {children}
    </AreaFrame>
  );
}
