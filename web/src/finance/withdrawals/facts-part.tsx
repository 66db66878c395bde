import { Anchor, Button, Group, Paper } from '@mantine/core';
import type { FinanceWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { CopiedNumber } from '../../components/copy/copy-icon.tsx';
import { Fact, MainFact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { WithdrawalBadges } from './withdrawal-badges.tsx';

interface Props {
  one: FinanceWithdrawal;
  /** By a reviewer; otherwise a failure is the provider's. */
  rejected: boolean;
  onOpen: (order_id: string) => void;
  onOfCreator: (user_id: string) => void;
}

/** Creator, amount, method and state. */
export function FactsPart({ one, rejected, onOpen, onOfCreator }: Props) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const { order_id, user_id, name, pay_amount, apply_time, type_text, deal_error, approvals } = one;
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <WithdrawalBadges one={one} />
      </Group>
      <MainFact label={t('amount')}>{formats.money(pay_amount)}</MainFact>
      <Fact label={t('creator')}>
        <Anchor
          component="button"
          type="button"
          ta="right"
          display="block"
          ml="auto"
          onClick={() => onOfCreator(user_id)}
        >
          {t('allOf', { name })}
        </Anchor>
      </Fact>
      <Fact label={t('method')}>{type_text}</Fact>
      <Fact label={t('applied')}>{formats.dateTime(apply_time)}</Fact>
      {deal_error !== '' && <Fact label={t(rejected ? 'rejectedFor' : 'cause')}>{deal_error}</Fact>}
      {approvals.length > 0 && (
        <Fact label={t('approvedBy')}>{formats.list(approvals.map((by) => by.name))}</Fact>
      )}
      {(['instead_of', 'switched_to'] as const).map(
        (link) =>
          one[link] !== '' && (
            <Fact key={link} label={t(link)}>
              <Button variant="subtle" size="compact-sm" onClick={() => onOpen(one[link])}>
                {t('openOther')}
              </Button>
            </Fact>
          ),
      )}
      <Group mt="xs" gap="xs" justify="space-between" align="flex-end">
        <CopiedNumber label={t('number')} number={order_id} />
        <AnchorLink to="/finance/trace" search={{ withdrawal: order_id }} size="sm" underline="always">
          {t('trace')}
        </AnchorLink>
      </Group>
    </Paper>
  );
}
