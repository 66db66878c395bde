import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { BookTotalKind, Overview } from '#services/contract/books/finance-overview.ts';
import { Section } from '../../../components/section.tsx';
import { Stat } from '../../../components/stat.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { shownTotal } from './shown-total.ts';

interface Props {
  overview: Overview;
  /** Opens the accounts that make a total up. */
  onExplain: (kind: BookTotalKind) => void;
}

/** Our debts to creators, our assets, and the equality of both sides of the books. */
export function TotalsPart({ overview, onExplain }: Props) {
  const { t, formats } = useLocale('finance');
  const { totals, trial_balance, before_day, as_of } = overview;
  const balanced = trial_balance === '0.00';
  return (
    <Section
      title={t('totals.title')}
      text={t('totals.text', { time: formats.dateTime(as_of.time), day: formats.day(before_day) })}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {totals.map(({ kind, value, before }) => (
            <Stat
              key={kind}
              label={t(`totals.${kind}`)}
              definition={t(`totals.define.${kind}`)}
              kind="money"
              value={shownTotal(kind, value)}
              before={shownTotal(kind, before)}
              beforeLabel=""
              explained={t('totals.explained', {
                label: t(`totals.${kind}`),
                value: formats.money(shownTotal(kind, value)),
              })}
              running
              onExplain={() => onExplain(kind)}
            />
          ))}
        </SimpleGrid>
        <Alert
          color={balanced ? 'green' : 'red'}
          radius="lg"
          icon={balanced ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        >
          <Text fw={650} className="figures">
            {t(balanced ? 'totals.balanced' : 'totals.unbalanced', { total: formats.money(trial_balance) })}
          </Text>
          <Text size="sm">{t('totals.balancedText')}</Text>
        </Alert>
      </Stack>
    </Section>
  );
}
