import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconGavel } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  DisputeOutcome,
  FinanceWithdrawal,
  PayoutDispute,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useProfile } from '../../app/session.ts';
import { Fact } from '../../components/fact.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { CloseDisputeForm } from './close-dispute-form.tsx';

interface Props {
  one: FinanceWithdrawal;
  /** If the present is shown: there are no decisions in the past. */
  present: boolean;
}

/** The contradicting answer, the hold, and the form to close the dispute. */
export function DisputePart({ one, present }: Props) {
  return one.disputes.map((dispute) => (
    <DisputeOf key={dispute.number} one={one} dispute={dispute} present={present} />
  ));
}

function DisputeOf({ one, dispute, present }: Props & { dispute: PayoutDispute }) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const { payout_id, before, closed, held } = dispute;
  const title = t(closed ? 'dispute.titleClosed' : 'dispute.title');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          {closed ? (
            <IconGavel size={20} aria-hidden />
          ) : (
            <IconAlertTriangle size={20} color="var(--mantine-color-red-filled)" aria-hidden />
          )}
          <Text fw={650}>{title}</Text>
        </Group>
        <Word label={t('dispute.first')} word={before} />
        <Word label={t('dispute.then')} word={dispute} />
        {closed ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t(`dispute.closed.${closed.outcome}`, {
              name: closed.name,
              reason: closed.reason,
              time: formats.dateTime(closed.time),
            })}
          </Text>
        ) : (
          <>
            <Fact label={t('dispute.held', { name: one.name })}>
              {Number(held) > 0 ? formats.money(held) : t('dispute.heldNothing')}
            </Fact>
            <Text size="sm">{t('dispute.text')}</Text>
            {present && <Decision one={one} dispute={dispute} />}
          </>
        )}
        <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
          {t('dispute.payout', { id: payout_id })}
        </Text>
      </Stack>
    </Paper>
  );
}

/** The provider's answers, with time and reference or cause. */
function Word({ label, word: { said, detail, time } }: { label: string; word: PayoutDispute['before'] }) {
  const { t, formats } = useLocale('withdrawals-payouts');
  return (
    <Fact label={label}>
      <Text span fw={650} size="sm">
        {t(`dispute.${said}`)}
      </Text>
      <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
        {formats.dateTime(time)}
        {detail !== '' && ` · ${detail}`}
      </Text>
    </Fact>
  );
}

const OUTCOMES: readonly DisputeOutcome[] = ['reached', 'not_reached'];

function Decision({ one, dispute }: { one: FinanceWithdrawal; dispute: PayoutDispute }) {
  const { t } = useLocale('withdrawals-payouts');
  const me = useProfile()?.user.user_id;
  const [outcome, setOutcome] = useState<DisputeOutcome>();
  const { judged, waits_for_newer, two_people } = dispute;
  if (outcome !== undefined) {
    const onClose = () => setOutcome(undefined);
    return <CloseDisputeForm one={one} dispute={dispute} outcome={outcome} onClose={onClose} />;
  }
  const isMyChoice = (choice: DisputeOutcome) => judged?.user_id === me && judged?.outcome === choice;
  return (
    <Stack gap="xs">
      {two_people !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {judged
            ? t(`dispute.firstSaid.${judged.outcome}`, { name: judged.name, reason: judged.reason })
            : t(two_people === 'amount' ? 'dispute.two' : 'dispute.twoNotCovered', { name: one.name })}
        </Text>
      )}
      {waits_for_newer && <Text size="sm">{t('dispute.waits')}</Text>}
      <Group gap="xs">
        {OUTCOMES.map((choice) => (
          <Button
            key={choice}
            variant="default"
            disabled={isMyChoice(choice) || (choice === 'reached' && waits_for_newer)}
            onClick={() => setOutcome(choice)}
          >
            {t(`dispute.choice.${choice}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
