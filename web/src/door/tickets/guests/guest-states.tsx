import { SegmentedControl } from '@mantine/core';
import { TICKET_STATUS } from '#events/status.ts';
import type { CheckInRound } from '#services/api/tickets/contract/tickets.ts';
import { useLocale } from '../../../language/use-locale.ts';

interface Props {
  rounds: readonly CheckInRound[];
  status: number | undefined;
  onStatus: (status: number | undefined) => void;
}

/** How many are in and how many are to come; each narrows the list to those it counts. */
export function GuestStates({ rounds, status, onStatus }: Props) {
  const { t, formats } = useLocale('door');
  const total = (count: (round: CheckInRound) => number) =>
    formats.number(rounds.reduce((sum, round) => sum + count(round), 0));
  const { valid, used, void: gone } = TICKET_STATUS;
  return (
    <SegmentedControl
      fullWidth
      // On the narrowest phones the words need the room that the edges have elsewhere.
      styles={{ label: { paddingInline: 'clamp(2px, 1.5vw, 14px)' } }}
      aria-label={t('guests.state')}
      value={String(status ?? '')}
      onChange={(value) => onStatus(value === '' ? undefined : Number(value))}
      data={[
        { value: '', label: t('guests.allStates') },
        { value: String(valid), label: `${t('guests.expected')} ${total((round) => round.valid)}` },
        { value: String(used), label: `${t('guests.inside')} ${total((round) => round.used)}` },
        { value: String(gone), label: `${t('guests.void')} ${total((round) => round.void)}` },
      ]}
    />
  );
}
