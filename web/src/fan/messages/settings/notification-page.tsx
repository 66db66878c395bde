import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { DigestTimes } from './digest-times.tsx';
import { EventTable } from './event-table.tsx';
import { PushDevice } from './push-device.tsx';
import { QuietHours } from './quiet-hours.tsx';

/** /setting/notification: of what a person is informed, and how. */
export function NotificationPage() {
  const { t } = useLocale('messages-settings');
  const query = useQuery(queryOf(getNotifyConfig, {}));
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <Section title={t('events.title')} text={t('events.text')}>
        <Loaded query={query} skeleton={<Waiting />}>
          {(config) => <EventTable config={config} />}
        </Loaded>
      </Section>
      {query.data && <DigestTimes value={query.data.digest} />}
      {query.data && <QuietHours value={query.data.quiet_hours} />}
      <PushDevice />
    </AccountFrame>
  );
}

const Waiting = () => (
  <Stack gap="sm">
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height={56} />
    ))}
  </Stack>
);
