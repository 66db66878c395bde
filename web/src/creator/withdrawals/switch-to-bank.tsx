import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { switchWithdrawToBank, type WithdrawRecord } from '#services/contract/withdrawals/withdrawals.ts';
import { useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { usableMethods, withdrawInfoQuery } from './withdraw-methods.ts';

/** Switches a failed withdrawal to the bank card, as a new one; without a card, links to its form. */
export function SwitchToBank({ record: { order_id, pay_amount } }: { record: WithdrawRecord }) {
  const { t, formats } = useLocale('withdrawals');
  const { data: info } = useQuery(withdrawInfoQuery);
  const toBank = useCall(switchWithdrawToBank);
  const { confirm, dialog } = useConfirm();
  if (info === undefined) return null;
  const card = usableMethods(info).find(({ method }) => method === 'bank');
  if (card === undefined) {
    return (
      <Group gap="xs" mt="xs">
        <ButtonLink to="/setting/payment" search={{ method: 'bank' }} size="xs" variant="light">
          {t('records.bind')}
        </ButtonLink>
        <Text className="hint">{t('records.bindFirst')}</Text>
      </Group>
    );
  }
  const money = formats.money(pay_amount);
  const onYes = () =>
    toBank.mutate(
      { order_id },
      {
        onSuccess: () => notifications.show({ color: 'green', message: t('records.switched') }),
      },
    );
  return (
    <>
      <Button
        mt="xs"
        size="xs"
        variant="light"
        loading={toBank.isPending}
        onClick={() =>
          confirm({
            text: t('records.switchAsk', { money, account: card.account }),
            yes: t('records.switch'),
            onYes,
          })
        }
      >
        {t('records.switch')}
      </Button>
      {dialog}
    </>
  );
}
