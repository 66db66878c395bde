import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getBooksAsOf } from '#services/contract/books/finance-overview.ts';
import { queryOf } from '../../api/queries.ts';
import { AreaFrame } from '../../components/area-frame.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf, useTurnTo } from './as-of.ts';
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

/** While the desk shows the past: which, and the way back. */
function AsOfBanner() {
  const { t, formats } = useLocale('finance');
  const as_of = useAsOf();
  const turnTo = useTurnTo();
  const query = useQuery(queryOf(getBooksAsOf, { as_of }, { enabled: as_of !== undefined }));
  if (as_of === undefined) return null;
  const stood = (time: number, position: number) => (
    <div>
      <Text fw={650} className="figures">
        {t('asOf.stood', { time: formats.dateTime(time), position })}
      </Text>
      <Text size="sm">{t('asOf.leftOut')}</Text>
    </div>
  );
  return (
    <Alert color="orange" radius="lg" icon={<IconHistory aria-hidden />} title={t('asOf.banner')}>
      <Group justify="space-between" gap="xs">
        <Loaded query={query} skeleton={<Skeleton aria-hidden>{stood(0, 0)}</Skeleton>}>
          {({ as_of: { position, time } }) => stood(time, position)}
        </Loaded>
        <Button variant="default" size="xs" onClick={() => turnTo(undefined)}>
          {t('asOf.backToNow')}
        </Button>
      </Group>
    </Alert>
  );
}
