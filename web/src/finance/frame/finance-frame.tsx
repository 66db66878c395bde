import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../../components/area-frame.tsx';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { AsOfBanner } from './as-of-banner.tsx';
import { AsOfControl } from './as-of-control.tsx';
import { useIsFinance } from './finance-guard.ts';
import { BOOK_SECTIONS, MONEY_SECTIONS } from './sections.ts';

/** The desk of those who answer for every cent; all of it can be turned to a past state of the books. */
export function FinanceFrame() {
  const { t } = useTranslation('finance');
  const isFinance = useIsFinance();
  if (!isFinance) return <NotYours />;
  const named = (sections: typeof MONEY_SECTIONS) =>
    sections.map((section) => ({ ...section, label: t(section.label) }));
  return (
    <AreaFrame
      label={t('nav.label')}
      groups={[
        { title: t('nav.money'), entries: named(MONEY_SECTIONS) },
        { title: t('nav.books'), entries: named(BOOK_SECTIONS) },
      ].filter(({ entries }) => entries.length > 0)}
    >
      <Stack gap="sm" mb="md">
        <AsOfControl />
        <AsOfBanner />
      </Stack>
    </AreaFrame>
  );
}

function NotYours() {
  const { t } = useTranslation(['finance', 'shell']);
  usePageTitle(t('notYours.title'));
  return (
    <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours.title')} text={t('notYours.text')}>
      <ButtonLink to="/">{t('shell:notFound.home')}</ButtonLink>
    </DeadEnd>
  );
}
