import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Group, Stack, Text } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { useTranslation } from 'react-i18next';

const ENDS = ['from', 'to'] as const;

/** The business days of a statement; null: the file contains them. */
export interface StatedPeriod {
  from: string | null;
  to: string | null;
}

interface Props {
  period: StatedPeriod;
  onPeriod: (period: StatedPeriod) => void;
  /** The server's errors for both days. */
  faults: Readonly<Record<(typeof ENDS)[number], string | undefined>>;
}

/** The business days of a statement, if the file does not state them. */
export function StatedPeriodFields({ period, onPeriod, faults }: Props) {
  const { t, i18n } = useTranslation('books-reconciliation');
  const chinese = i18n.language === 'zh-CN';
  return (
    <Stack gap={4} role="group" aria-label={t('stated.title')}>
      <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          {ENDS.map((end) => (
            <DatePickerInput
              key={end}
              miw={200}
              label={t(`stated.${end}`)}
              placeholder={t('stated.byFile')}
              valueFormat={chinese ? 'YYYY年M月D日' : 'MMM D, YYYY'}
              value={period[end]}
              onChange={(day) => onPeriod({ ...period, [end]: day })}
              clearable
              clearButtonProps={{ 'aria-label': t(`stated.clear.${end}`) }}
              ariaLabels={{ previousMonth: t('stated.previousMonth'), nextMonth: t('stated.nextMonth') }}
              error={faults[end]}
            />
          ))}
        </Group>
      </DatesProvider>
      <Text className="hint">{t('stated.text')}</Text>
    </Stack>
  );
}
