import { Text, UnstyledButton } from '@mantine/core';
import type { FinanceWithdrawal } from '#services/api/withdrawals/contract/finance-withdrawals.ts';
import { Name } from '../../components/name.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { WithdrawalBadges } from './withdrawal-badges.tsx';
import classes from './withdrawals.module.css';

/** One of the list; opens all there is to it. */
export function WithdrawalRow({ one, onOpen }: { one: FinanceWithdrawal; onOpen: () => void }) {
  const formats = useFormats();
  const { name, pay_amount, apply_time, type_text, deal_error } = one;
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <Name fw={650}>{name}</Name>
      <Text fw={650} className={`figures amount ${classes.side}`}>
        {formats.money(pay_amount)}
      </Text>
      <Text size="sm" c="dimmed" className="figures">
        {formats.dateTime(apply_time)}
      </Text>
      <Text size="sm" c="dimmed" className={classes.side}>
        {type_text}
      </Text>
      <span className={classes.badges}>
        <WithdrawalBadges one={one} />
        {deal_error !== '' && (
          <Text span size="sm" c="dimmed">
            {deal_error}
          </Text>
        )}
      </span>
    </UnstyledButton>
  );
}
