import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CARD_STATUS } from '#events/status.ts';
import { listMyWithdrawals } from '#services/contract/withdrawals/withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { balanceQuery } from './balance-query.ts';
import { usableMethods, withdrawInfoQuery } from './withdraw-methods.ts';

/** Failed ones are among the newest; older ones wait in the list. */
const NEWEST = 5;

function useObstacles() {
  const info = useQuery(withdrawInfoQuery);
  const balance = useQuery(balanceQuery);
  const history = useQuery(queryOf(listMyWithdrawals, { page: 1, per_page: NEWEST }));
  return { info, balance, history };
}

/** Whether MoneyTodo has its data. What is shown below it before would move. */
export const useObstaclesKnown = (): boolean =>
  Object.values(useObstacles()).every(({ isPending }) => !isPending);

/** Obstacles to a withdrawal that the creator can remove; nothing without any. */
export function WithdrawalObstacles({ without }: { without?: 'failed' }) {
  const { t, formats } = useLocale('withdrawals');
  const {
    info: { data: info },
    balance: { data: balance },
    history: { data: history },
  } = useObstacles();
  if (info === undefined || balance === undefined || history === undefined) return null;
  const failed = without === 'failed' ? undefined : history.list.find(({ can_atb }) => can_atb === 1);
  const methods = usableMethods(info);
  const usable = methods.length > 0;
  const rejected = info.bang?.status === CARD_STATUS.rejected;
  const unset = !usable && info.bang === null && Number(balance.available) >= Number(balance.smallest);
  if (failed === undefined && !rejected && !info.bank_code_awaited && !unset) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs">
        {failed !== undefined && (
          <Obstacle
            text={t(methods.some(({ method }) => method === 'bank') ? 'todo.failed' : 'todo.failedNoCard', {
              money: formats.money(failed.pay_amount),
              date: formats.date(failed.apply_time),
            })}
          >
            <ButtonLink to="/setting/withdraw" size="xs" variant="default">
              {t('todo.look')}
            </ButtonLink>
          </Obstacle>
        )}
        {(rejected || info.bank_code_awaited) && (
          <Obstacle text={t(info.bank_code_awaited ? 'todo.code' : 'todo.rejected')}>
            <ButtonLink to="/setting/payment" search={{ method: 'bank' }} size="xs" variant="default">
              {t('todo.look')}
            </ButtonLink>
          </Obstacle>
        )}
        {unset && !info.bank_code_awaited && (
          <Obstacle text={t('todo.method')}>
            <ButtonLink to="/setting/payment" size="xs" variant="default">
              {t('todo.setUp')}
            </ButtonLink>
          </Obstacle>
        )}
      </Stack>
    </Alert>
  );
}

function Obstacle({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{text}</Text>
      {children}
    </Group>
  );
}
