import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { useCall } from '../../api/queries.ts';
import { sentenceOf } from '../../app/queries.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { lessYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { Usable } from './withdraw-methods.ts';

interface WithdrawalRequest {
  /** Yuan, `"30.00"`. */
  amount: string;
  to: Usable;
}

interface Props {
  /** Closed without one. */
  request: WithdrawalRequest | undefined;
  /** Yuan before it. */
  available: string;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms amount and method, and requests the withdrawal once for any number of clicks. */
export function ConfirmWithdrawal({ request, available, onClose, onDone }: Props) {
  const { t } = useLocale('withdrawals');
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={t('confirm.title')}>
      {request !== undefined && (
        <Confirm request={request} available={available} onClose={onClose} onDone={onDone} />
      )}
    </Modal>
  );
}

function Confirm({
  request: { amount, to },
  available,
  onClose,
  onDone,
}: Props & { request: WithdrawalRequest }) {
  const { t, formats } = useLocale('withdrawals');
  const apply = useCall(applyWithdraw, { quiet: true });
  const money = formats.money(amount);
  const send = () =>
    apply.mutate(
      { amount, withdraw_type: WITHDRAW_TYPE[to.method] },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('confirm.done', { money }) });
          onDone();
        },
      },
    );
  return (
    <Stack gap="md">
      <div>
        <MainFact label={t('confirm.amount')}>{money}</MainFact>
        <Fact label={t('confirm.to')}>{t(`apply.method.${to.method}`)}</Fact>
        <Fact label={t('confirm.account')}>{to.account}</Fact>
        <Fact label={t('confirm.name')}>{to.name}</Fact>
        <Fact label={t('confirm.arrives')}>{t('confirm.days')}</Fact>
        <Fact label={t('confirm.left')}>{formats.money(lessYuan(available, amount))}</Fact>
      </div>
      {apply.error !== null && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {sentenceOf(apply.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={apply.isPending}>
          {t('confirm.back')}
        </Button>
        <Button onClick={send} loading={apply.isPending} data-autofocus>
          {t('confirm.yes', { money })}
        </Button>
      </Group>
    </Stack>
  );
}
