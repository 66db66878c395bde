import { Group, NativeSelect, Switch } from '@mantine/core';
import {
  editNotifyConfig,
  type QuietHours as Hours,
  type NotifyConfig,
} from '#services/contract/messages/notify-config.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { zoneName } from '../../../language/zone.ts';

/** 22:00 to 8:00, until the person chooses others. */
const NIGHT: Hours = { from: 1_320, to: 480 };
const STEP = 30;
const DAY = 1_440;

const two = (part: number): string => String(part).padStart(2, '0');
const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Half hours, and the present time if it is none of them; without that of the other end. */
function choicesOf(present: number, other: number) {
  const steps = Array.from({ length: DAY / STEP }, (_, n) => n * STEP);
  const all = [...new Set([...steps, present])].filter((one) => one !== other).sort((a, b) => a - b);
  return all.map((minutes) => ({ value: String(minutes), label: clockOf(minutes) }));
}

/** When mails and pushes that are no duty wait. */
export function QuietHours({ value }: { value: NotifyConfig['quiet_hours'] }) {
  const { t, i18n } = useLocale('messages-settings');
  const edit = useCall(editNotifyConfig, { tells: true, scope: { id: editNotifyConfig.path } });
  const sent = edit.isPending ? edit.variables.quiet_hours : undefined;
  const present = sent === undefined ? value : sent && { from: Number(sent.from), to: Number(sent.to) };
  const set = (quiet_hours: Hours | null) => edit.mutate({ quiet_hours });
  return (
    <Section
      title={t('quiet.title')}
      text={t('quiet.text', { zone: zoneName(i18n.language, Date.now() / 1000) })}
    >
      <Switch
        label={t('quiet.on')}
        checked={present !== null}
        onChange={({ currentTarget: { checked } }) => set(checked ? NIGHT : null)}
      />
      {present !== null && (
        <Group gap="md">
          {(['from', 'to'] as const).map((end) => (
            <NativeSelect
              key={end}
              label={t(`quiet.${end}`)}
              value={String(present[end])}
              data={choicesOf(present[end], present[end === 'from' ? 'to' : 'from'])}
              onChange={({ currentTarget }) => set({ ...present, [end]: Number(currentTarget.value) })}
            />
          ))}
        </Group>
      )}
    </Section>
  );
}
