import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Income, IncomeMonth } from '#services/contract/income/income.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile, useStudioCreatorId } from '../../app/session.ts';
import { AsOf } from '../../components/stat.tsx';
import { useLocale } from '../../language/use-locale.ts';
import classes from './income.module.css';

const PARTS = ['available', 'pending', 'paying'] as const;

interface Props {
  /** Undefined while the figures load: what they mean can be read already. */
  balance: (Pick<Income, (typeof PARTS)[number]> & { as_of: { time: number } }) | undefined;
  /** The settled month that can be withdrawn next. */
  next?: IncomeMonth | undefined;
}

/** The available, pending and paying amounts: each has its explanation, and a link to its parts. */
export function BalanceCards({ balance, next }: Props) {
  const { t, formats } = useLocale(['income', 'shell']);
  const hidden = useProfile()?.special_rights.includes('hide_withdraw') === true;
  const onHold = useOnHold();
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {PARTS.map((part) => (
          <Paper key={part} withBorder p="md" component="section" aria-label={t(`purse.${part}`)}>
            <Stack gap={4}>
              <Text className="hint">{t(`purse.${part}`)}</Text>
              {balance ? (
                <Link
                  to="/withdraw"
                  search={{ figure: part }}
                  className={classes.figure}
                  aria-label={t('shell:figure.explain', {
                    label: t(`purse.${part}`),
                    value: formats.money(balance[part]),
                  })}
                >
                  <Text className="figures" fz={{ base: 20, sm: 28 }} fw={650} lh={1.2} td="hover">
                    {formats.money(balance[part])}
                  </Text>
                </Link>
              ) : (
                <Skeleton height={34} width="50%" />
              )}
              <Text className="hint">
                {part === 'available' && onHold !== undefined
                  ? t('purse.onHold', { money: formats.money(onHold) })
                  : t(`purse.define.${part}`)}
              </Text>
              {part === 'pending' && next !== undefined && (
                <Text size="sm" className="figures">
                  {t('purse.next', {
                    money: formats.money(next.net),
                    time: formats.shortTime(next.available_at),
                  })}
                </Text>
              )}
              {part === 'pending' && Number(balance?.pending) < 0 && <Text size="sm">{t('purse.held')}</Text>}
              {part === 'available' && !hidden && (
                <Text size="sm">
                  <Link to="/withdraw">{t('purse.withdraw')}</Link>
                </Text>
              )}
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {balance && <AsOf asOf={balance.as_of} />}
    </Stack>
  );
}

/** The part of the available amount that cannot be withdrawn now; undefined without one. Teams do not see it. */
function useOnHold(): string | undefined {
  const isOwn = useProfile()?.user.user_id === useStudioCreatorId();
  const on_hold = useQuery(queryOf(getBalance, {}, { enabled: isOwn })).data?.on_hold;
  return on_hold !== undefined && Number(on_hold) > 0 ? on_hold : undefined;
}
