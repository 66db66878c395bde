import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Button, Stack } from '@mantine/core';
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** As in DateField. */
  value: string;
  withTime: boolean;
  onChange: (value: string) => void;
  /** Called when nothing is left to choose. */
  onChosen: () => void;
}

/** A calendar, and below it a clock of 24 hours. */
export default function DateChoice({ value, withTime, onChange, onChosen }: Props) {
  const { t, i18n } = useTranslation('shell');
  const [day, ofDay = ''] = value.split('T');
  // A time can be chosen before the day.
  const [time, setTime] = useState(ofDay);
  const chooseDay = (chosen: string | null): void => {
    if (chosen === null) return;
    onChange(withTime ? `${chosen}T${time || '00:00'}` : chosen);
    if (!withTime) onChosen();
  };
  const chooseTime = (chosen: string): void => {
    setTime(chosen.slice(0, 5));
    if (day && chosen) onChange(`${day}T${chosen.slice(0, 5)}`);
  };
  const chinese = i18n.language === 'zh-CN';
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <Stack gap="sm">
        <DatePicker
          value={day || null}
          {...(day && { defaultDate: day })}
          onChange={chooseDay}
          monthLabelFormat={chinese ? 'YYYY年M月' : 'MMMM YYYY'}
          ariaLabels={{ previousMonth: t('date.previousMonth'), nextMonth: t('date.nextMonth') }}
        />
        {withTime && (
          <>
            <TimePicker
              label={t('date.time')}
              value={time}
              onChange={chooseTime}
              hoursInputLabel={t('date.hour')}
              minutesInputLabel={t('date.minute')}
              withDropdown
              popoverProps={{ withinPortal: false }}
            />
            <Button onClick={onChosen}>{t('date.done')}</Button>
          </>
        )}
      </Stack>
    </DatesProvider>
  );
}
