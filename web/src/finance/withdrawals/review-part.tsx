import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { WITHDRAW_FAILED, WITHDRAW_STATUS } from '#events/status.ts';
import type { FinanceWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useProfile } from '../../app/session.ts';
import { useLocale } from '../../language/use-locale.ts';
import { ReviewForm, type Verdict } from './review-form.tsx';

/** The possible decisions; the server refuses a retry of a rejected withdrawal. */
function verdictsFor(one: FinanceWithdrawal, approved: boolean): Verdict[] {
  if (one.status === WITHDRAW_STATUS.waiting) {
    if (approved) return [];
    return one.first_one === '' ? ['approve', 'reject'] : ['reject'];
  }
  const wasSent = one.can_atb === 1 || one.approvals.length > 0;
  return WITHDRAW_FAILED.includes(one.status) &&
    wasSent &&
    !one.disputed &&
    one.switched_to === '' &&
    one.first_one === ''
    ? ['retry']
    : [];
}

/** The decision about a withdrawal, where there is one to make. */
export function ReviewPart({ one }: { one: FinanceWithdrawal }) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const me = useProfile()?.user.user_id;
  const [verdict, setVerdict] = useState<Verdict>();
  const { approvals, needs_second, status, first_one, name, pay_amount, type_text } = one;
  const approved = approvals.length >= (needs_second ? 2 : 1);
  const mine = approvals.some(({ user_id }) => user_id === me);
  const missing = Number(one.cover.missing) > 0;
  const possible = verdictsFor(one, approved);
  const verdicts = missing ? possible.filter((choice) => choice === 'reject') : possible;
  const waiting = status === WITHDRAW_STATUS.waiting;
  /** The only person who let it out so far; another one must retry it. */
  const [alone] = !waiting && needs_second && approvals.length === 1 ? approvals : [];
  if (waiting && approved) return <Text c="dimmed">{t('judge.onItsWay')}</Text>;
  if (possible.length === 0) return null;
  if (verdict !== undefined) {
    return <ReviewForm one={one} verdict={verdict} onClose={() => setVerdict(undefined)} />;
  }
  const title = t(waiting ? 'judge.title' : 'judge.again');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={3} fz="md">
          {title}
        </Title>
        {verdicts.includes('retry') && (
          <Text size="sm" className="figures">
            {t('judge.againText', { name, amount: formats.money(pay_amount), method: type_text })}
          </Text>
        )}
        {missing && (
          <Text size="sm" className="figures">
            {t(waiting ? 'judge.notCovered' : 'judge.retryNotCovered', {
              name,
              missing: formats.money(one.cover.missing),
            })}
          </Text>
        )}
        {alone && <Text size="sm">{t('judge.retryTwo', { name: alone.name })}</Text>}
        {first_one !== '' && (
          <Text size="sm">{t(first_one === 'paid' ? 'judge.firstPaid' : 'judge.firstDisputed')}</Text>
        )}
        {needs_second && waiting && first_one === '' && (
          <Text size="sm">
            {t(mine ? 'judge.otherPerson' : approvals.length > 0 ? 'judge.second' : 'judge.two')}
          </Text>
        )}
        <Group gap="xs">
          {verdicts.map((choice) => (
            <Button
              key={choice}
              variant={choice === 'reject' ? 'default' : 'filled'}
              disabled={(choice === 'approve' && mine) || (choice === 'retry' && alone?.user_id === me)}
              onClick={() => setVerdict(choice)}
            >
              {t(`judge.${choice}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}
