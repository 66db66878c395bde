import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { DatePickerInput, DatesProvider, DateTimePicker } from '@mantine/dates';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../language/use-locale.ts';
import { zonedSeconds } from '../../language/zone.ts';

const KINDS = ['day', 'time', 'position'] as const;
type Kind = (typeof KINDS)[number];

/** Chooses the end of a business day, a moment, or a position of the log. */
export default function AsOfForm({ onChosen }: { onChosen: (as_of: string) => void }) {
  const { t, i18n } = useTranslation('finance');
  const zone = useZoneHint();
  const chinese = i18n.language === 'zh-CN';
  const [kind, setKind] = useState<Kind>('day');
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const [position, setPosition] = useState('');
  const chosen = {
    day,
    time: (time !== null && zonedSeconds(time)?.toString()) || null,
    // Longer numbers would be read as times.
    position: /^\d{1,9}$/.test(position) ? position : null,
  }[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onChosen(chosen);
  };
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text fw={650}>{t('asOf.choose')}</Text>
          <SegmentedControl
            fullWidth
            aria-label={t('asOf.kind')}
            value={kind}
            onChange={setKind}
            data={KINDS.map((value) => ({ value, label: t(`asOf.kinds.${value}`) }))}
          />
          {kind === 'day' && (
            <DatePickerInput
              label={t('asOf.day')}
              placeholder={t('asOf.dayHint')}
              valueFormat={chinese ? 'YYYY年M月D日' : 'MMM D, YYYY'}
              value={day}
              onChange={setDay}
              popoverProps={{ withinPortal: false }}
            />
          )}
          {kind === 'time' && (
            <DateTimePicker
              label={t('asOf.time')}
              placeholder={t('asOf.timeHint')}
              description={zone}
              valueFormat={chinese ? 'YYYY年M月D日 HH:mm' : 'MMM D, YYYY HH:mm'}
              value={time}
              onChange={setTime}
              submitButtonProps={{ 'aria-label': t('asOf.kinds.time') }}
              popoverProps={{ withinPortal: false }}
            />
          )}
          {kind === 'position' && (
            <TextInput
              label={t('asOf.position')}
              description={t('asOf.positionHint')}
              inputMode="numeric"
              value={position}
              onChange={({ currentTarget }) => setPosition(currentTarget.value.trim())}
            />
          )}
          <Button type="submit" disabled={chosen === null}>
            {t('asOf.turn')}
          </Button>
        </Stack>
      </form>
    </DatesProvider>
  );
}
