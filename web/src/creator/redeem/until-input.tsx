import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { DatesProvider, DateTimePicker } from '@mantine/dates';
import { IconCalendarTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Unix seconds; undefined for ever. */
  value: number | undefined;
  onChange: (seconds: number | undefined) => void;
  error: string | undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** As the picker has it: the reader's own clock, to the minute. */
function wallOf(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:00`;
}

/** Until when codes can be redeemed: a day and a minute, or for ever. */
export function UntilInput({ value, onChange, error }: Props) {
  const { t, i18n } = useTranslation('redeem');
  const chinese = i18n.language === 'zh-CN';
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <DateTimePicker
        label={t('make.until')}
        description={t('make.untilHint')}
        error={error}
        valueFormat={chinese ? 'YYYY年M月D日 HH:mm' : 'MMM D, YYYY HH:mm'}
        leftSection={<IconCalendarTime size={18} aria-hidden />}
        value={value === undefined ? null : wallOf(value)}
        onChange={(chosen) => onChange(chosen === null ? undefined : Math.floor(Date.parse(chosen) / 1000))}
        clearable
        clearButtonProps={{ 'aria-label': t('make.forEver') }}
        minDate={wallOf(Math.floor(Date.now() / 1000)).slice(0, 10)}
      />
    </DatesProvider>
  );
}
