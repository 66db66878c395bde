import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getBooksAsOf } from '#services/api/books/contract/finance-overview.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf, useTurnTo } from './as-of.ts';

/** While the desk shows the past: which, and the way back. */
export function AsOfBanner() {
  const { t, formats } = useLocale('finance');
  const as_of = useAsOf();
  const turnTo = useTurnTo();
  const query = useQuery(queryOf(getBooksAsOf, { as_of }, { enabled: as_of !== undefined }));
  if (as_of === undefined) return null;
  return (
    <Alert color="orange" radius="lg" icon={<IconHistory aria-hidden />} title={t('asOf.banner')}>
      <Group justify="space-between" gap="xs">
        <Loaded query={query} skeleton={<Text size="sm">…</Text>}>
          {({ as_of: { position, time } }) => (
            <div>
              <Text fw={650} className="figures">
                {t('asOf.stood', { time: formats.dateTime(time), position: formats.number(position) })}
              </Text>
              <Text size="sm">{t('asOf.leftOut')}</Text>
            </div>
          )}
        </Loaded>
        <Button variant="default" size="xs" onClick={() => turnTo(undefined)}>
          {t('asOf.backToNow')}
        </Button>
      </Group>
    </Alert>
  );
}
