import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DaysInput } from '../../components/forms/days-input.tsx';
import { bounded, type Days, PERIODS, type Period } from './period.ts';

interface Props {
  period: Period;
  days: Days;
  today: string;
  onChange: (period: Period, custom?: Days) => void;
}

/** 7, 31, 90 days, month, year, or one's own days. */
export function PeriodPicker({ period, days, today, onChange }: Props) {
  const { t } = useTranslation('stats');
  return (
    <Group gap="xs">
      <Chip.Group
        value={period}
        onChange={(value) => {
          const chosen = PERIODS.find((one) => one === value);
          // One's own days begin as those just seen.
          if (chosen !== undefined) onChange(chosen, chosen === 'custom' ? days : undefined);
        }}
      >
        <Group gap={6} role="radiogroup" aria-label={t('period.label')}>
          {PERIODS.map((value) => (
            <Chip key={value} value={value} size="sm">
              {t(`period.${value}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {period === 'custom' && (
        <DaysInput
          from={days.from}
          to={days.to}
          last={today}
          onChange={(chosen) => chosen !== undefined && onChange('custom', bounded(chosen.from, chosen.to))}
        />
      )}
    </Group>
  );
}
