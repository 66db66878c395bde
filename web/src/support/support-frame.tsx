import { IconMessageQuestion, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../components/area-frame.tsx';

/** The frame of the support area. */
export function SupportFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('support');
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
          ],
        },
      ]}
    >
      {children}
    </AreaFrame>
  );
}
