import { Badge, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { type MethodKind, methodOfType, WITHDRAW_TYPE } from '#events/status.ts';
import {
  setDefaultWithdrawMethod,
  type WithdrawInfo,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';

interface Props {
  info: WithdrawInfo;
  /** An active method. */
  method: MethodKind;
}

/** Whether it is the default method; if not, makes it the default. */
export function CurrentMethod({ info, method }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const set = useCall(setDefaultWithdrawMethod);
  if (methodOfType(info.default) === method) {
    return (
      <Group>
        <Badge>{t('already')}</Badge>
      </Group>
    );
  }
  return (
    <Group>
      <Button
        variant="light"
        loading={set.isPending}
        onClick={() =>
          set.mutate(
            { withdraw_type: WITHDRAW_TYPE[method] },
            {
              onSuccess: () => notifications.show({ color: 'green', message: t('setDone') }),
            },
          )
        }
      >
        {t('set')}
      </Button>
    </Group>
  );
}
