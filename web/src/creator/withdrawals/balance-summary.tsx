import { Paper, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Balance } from '#services/contract/withdrawals/withdrawals.ts';
import { AsOf } from '../../components/stat.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { balanceReasons } from './balance-reasons.ts';
import type { BalancePart } from './withdraw-search.ts';
import { BALANCE_PARTS } from './withdraw-search.ts';

interface Props {
  balance: Balance;
  onExplain: (figure: BalancePart) => void;
}

/** The amounts that can be withdrawn, and those that cannot, with reason and time; each opens its parts. */
export function BalanceSummary({ balance, onExplain }: Props) {
  const { t, formats } = useLocale(['withdrawals', 'shell']);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {BALANCE_PARTS.map((figure) => {
          const label = t(`purse.${figure}`);
          const value = formats.money(balance[figure]);
          return (
            <Paper key={figure} withBorder p="md" component="section" aria-label={label}>
              <Stack gap={4}>
                <Text className="hint">{label}</Text>
                <UnstyledButton
                  onClick={() => onExplain(figure)}
                  aria-label={t('shell:figure.explain', { label, value })}
                  style={{ alignSelf: 'flex-start' }}
                >
                  <Text className="figures" fz={{ base: 22, sm: 26 }} fw={650} lh={1.2} td="hover">
                    {value}
                  </Text>
                </UnstyledButton>
                <Why figure={figure} balance={balance} />
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
      <AsOf asOf={balance.as_of} />
    </Stack>
  );
}

/** The reason, and the next date. */
function Why({ figure, balance }: { figure: BalancePart; balance: Balance }) {
  const { t, formats } = useLocale('withdrawals');
  const time = formats.shortTime(balance.next_time);
  const money = formats.money(figure === 'available' ? balance.owed : balance.coming);
  return (
    <Stack gap={0}>
      {figure === 'on_hold' && balance.hold_text !== '' && (
        <Text size="sm" className="figures">
          {balance.hold_text}
        </Text>
      )}
      {balanceReasons(figure, balance).map((reason) => (
        <Text key={reason} size="sm" className="figures">
          {t(`why.${reason}`, { time, money })}
        </Text>
      ))}
    </Stack>
  );
}
