import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../../components/area-frame.tsx';
import { AsOfBanner } from './as-of-banner.tsx';
import { AsOfControl } from './as-of-control.tsx';
import { BOOK_SECTIONS, MONEY_SECTIONS } from './sections.ts';

/** The desk of those who answer for every cent; all of it can be turned to a past state of the books. */
export function FinanceFrame() {
  const { t } = useTranslation('finance');
  const named = (sections: typeof MONEY_SECTIONS) =>
    sections.map((section) => ({ ...section, label: t(section.label) }));
  return (
    <AreaFrame
      role={{ name: 'finance', title: t('notYours.title'), text: t('notYours.text') }}
      label={t('nav.label')}
      groups={[
        { title: t('nav.money'), entries: named(MONEY_SECTIONS) },
        { title: t('nav.books'), entries: named(BOOK_SECTIONS) },
      ]}
      above={
        <Stack gap="sm" mb="md">
          <AsOfControl />
          <AsOfBanner />
        </Stack>
      }
    />
  );
}
