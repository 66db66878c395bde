import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff } from '@tabler/icons-react';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { CheckInAtWork } from '../use-check-in.ts';
import type { Trouble } from './send-waiting.ts';

/** The connection, the scans to upload, and those that the server refused later. */
export function WaitingPanel({ door: { online, waiting } }: { door: CheckInAtWork }) {
  const { t } = useLocale('door');
  const { scans, sent, troubles } = waiting;
  if (online === undefined && scans.length === 0 && sent === 0) return null;
  const offline = online === false || scans.length > 0;
  return (
    <Stack gap="sm">
      <Group gap="xs" role="status">
        <Badge
          color={offline ? 'orange' : 'green'}
          leftSection={
            offline ? <IconCloudOff size={14} aria-hidden /> : <IconCloudCheck size={14} aria-hidden />
          }
        >
          {t(offline ? 'waiting.offline' : 'waiting.online')}
        </Badge>
        {scans.length > 0 && <Text size="sm">{t('waiting.count', { count: scans.length })}</Text>}
        {sent > 0 && <Text className="hint">{t('waiting.sent', { count: sent })}</Text>}
        {scans.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => void waiting.sendNow()}>
            {t('waiting.send')}
          </Button>
        )}
      </Group>
      {troubles.length > 0 && <Troubles troubles={troubles} onClear={waiting.clearTroubles} />}
    </Stack>
  );
}

function Troubles({ troubles, onClear }: { troubles: readonly Trouble[]; onClear: () => void }) {
  const { t, formats } = useLocale('door');
  const reasonOf = ({ why }: Trouble): string => {
    if ('sentence' in why) return why.sentence;
    const { used_at, used_by: name } = why.used;
    return t('verdict.usedText', { time: formats.dateTime(used_at ?? 0), name });
  };
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('waiting.trouble')}>
      <Stack gap="xs">
        <Text size="sm">{t('waiting.troubleText')}</Text>
        {troubles.map((trouble) => (
          <Text key={trouble.scan.scan_id} size="sm" className="figures">
            {codeOf(trouble.scan.ticket_id)} · {formats.time(trouble.scan.scanned_at)} · {reasonOf(trouble)}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button size="xs" variant="white" color="dark" onClick={onClear}>
            {t('waiting.clear')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
