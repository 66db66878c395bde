import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  from: string | undefined;
  to: string | undefined;
  /** Called with both days, or with neither when cleared. */
  onChange: (days: { from: string; to: string } | undefined) => void;
  /** The last day that can be chosen. */
  last?: string | undefined;
  clearable?: boolean;
}

type Pair = [string | null, string | null];

/** Chooses from one business day to another, both included. */
export function DaysInput({ from, to, onChange, last, clearable = false }: Props) {
  const { t, i18n } = useTranslation('creator');
  const chinese = i18n.language === 'zh-CN';
  // Between the two clicks only the first day is known; the change is not reported yet.
  const [pair, setPair] = useState<Pair>([from ?? null, to ?? null]);
  useEffect(() => setPair([from ?? null, to ?? null]), [from, to]);
  const choose = ([first, second]: Pair) => {
    setPair([first, second]);
    if (first !== null && second !== null) onChange({ from: first, to: second });
    if (first === null && second === null) onChange(undefined);
  };
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        {...(pair[0] === null ? { 'aria-label': t('filter.days') } : { title: t('filter.days') })}
        placeholder={t('filter.days')}
        allowSingleDateInRange
        valueFormat={chinese ? 'YYYY年M月D日' : 'MMM D, YYYY'}
        leftSection={<IconCalendar size={18} aria-hidden />}
        w={{ base: '100%', xs: 288 }}
        value={pair}
        onChange={choose}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': t('filter.clearDays') }}
        {...(last === undefined ? {} : { maxDate: last })}
      />
    </DatesProvider>
  );
}
