import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Group, Text } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useLocale } from '../../language/use-locale.ts';
import { zonedText } from '../../language/zone.ts';

interface Props {
  /** Undefined: now. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
}

/** Chooses a past business day. */
export function DayInput({ day, onDay }: Props) {
  const { t, i18n, formats } = useLocale('goals');
  const chinese = i18n.language === 'zh-CN';
  const today = zonedText(Date.now() / 1000).slice(0, 10);
  return (
    <Group gap="sm">
      <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
        <DatePickerInput
          {...(day === undefined
            ? { 'aria-label': `${t('day.label')} ${t('day.today')}` }
            : { title: t('day.label') })}
          placeholder={t('day.today')}
          classNames={{ input: 'mantine-focus-auto' }}
          valueFormat={chinese ? 'YYYY年M月D日' : 'MMM D, YYYY'}
          leftSection={<IconCalendar size={18} aria-hidden />}
          w={{ base: '100%', xs: 220 }}
          value={day ?? null}
          onChange={(chosen) => onDay(chosen === null || chosen >= today ? undefined : chosen)}
          maxDate={today}
          clearable
          clearButtonProps={{ 'aria-label': t('day.clear') }}
        />
      </DatesProvider>
      {day !== undefined && (
        <Text size="sm" role="status">
          {t('day.past', { day: formats.day(day) })}
        </Text>
      )}
    </Group>
  );
}
