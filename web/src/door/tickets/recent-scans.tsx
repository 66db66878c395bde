import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { Checked } from '../use-check-in.ts';
import type { Verdict } from './check-in.ts';

const COLORS = { good: 'green', bad: 'red', unsure: 'orange' } as const;

/** A short description of the ticket. */
function nameOf(verdict: Verdict): string {
  if ('ticket' in verdict)
    return [verdict.ticket.name, verdict.ticket.code].filter((part) => part !== '').join(' · ');
  return verdict.kind === 'unconfirmed' ? codeOf(verdict.claim.ticket_id) : '';
}

/** The latest scans of this device, the newest first. */
export function RecentScans({ recent }: { recent: readonly Checked[] }) {
  const { t, formats } = useLocale('door');
  return (
    <Stack gap="xs" component="section">
      <Title order={2} fz="md">
        {t('recent.title')}
      </Title>
      {recent.length === 0 && <Text className="hint">{t('recent.empty')}</Text>}
      {recent.map(({ scan_id, at, verdict }) => (
        <Group key={scan_id} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" className="figures" style={{ minWidth: 0 }}>
            {formats.time(at)} {nameOf(verdict)}
          </Text>
          <Badge color={COLORS[verdict.tone]} style={{ flexShrink: 0 }}>
            {t(`verdict.${verdict.kind}`)}
          </Badge>
        </Group>
      ))}
    </Stack>
  );
}
