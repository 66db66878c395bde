import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { Dashboard } from '#services/contract/stats/calls.ts';
import { Stat } from '../../components/stat.tsx';
import { useLocale } from '../../language/use-locale.ts';
import classes from './stats.module.css';
import type { ExplainRequest } from './stats-search.ts';

const INCOMES = ['today', 'last_31_days', 'this_month'] as const;

/** How it goes at a glance: today, 31 days, this month, sponsors, orders. */
export function Cards({
  dashboard,
  onExplain,
}: {
  dashboard: Dashboard;
  onExplain: (request: ExplainRequest) => void;
}) {
  const { t, formats } = useLocale('stats');
  const { last_31_days, sponsors, orders } = dashboard;
  return (
    <div className={classes.figures}>
      {INCOMES.map((name) => {
        const { gross, net, from, to } = dashboard[name];
        // A day that has begun is not compared with a whole one.
        const isToday = name === 'today';
        return (
          <Stat
            key={name}
            label={t(`card.${name}`)}
            definition={t('define.gross')}
            kind="money"
            value={gross.value}
            {...(!isToday && { before: gross.before, beforeLabel: t(`card.before.${name}`) })}
            onExplain={() => onExplain({ figure: 'gross', from, to })}
            more={
              <>
                <Net value={net.value} onExplain={() => onExplain({ figure: 'net', from, to })} />
                {isToday && (
                  <Text className="hint figures">
                    {t('card.yesterday', { value: formats.money(gross.before) })}
                  </Text>
                )}
              </>
            }
          />
        );
      })}
      <Stat
        label={t('card.sponsors')}
        definition={t('define.sponsors')}
        kind="count"
        value={sponsors.value}
        before={sponsors.before}
        beforeLabel={t('card.before.last_31_days')}
        onExplain={() => onExplain({ figure: 'sponsors', from: last_31_days.to, to: last_31_days.to })}
      />
      <Stat
        label={t('card.orders')}
        definition={t('define.orders')}
        kind="count"
        value={orders.value}
        before={orders.before}
        beforeLabel={t('card.before.last_31_days')}
        onExplain={() => onExplain({ figure: 'orders', from: last_31_days.from, to: last_31_days.to })}
      />
    </div>
  );
}

/** The creator's part of the same money, itself explained. */
function Net({ value, onExplain }: { value: string; onExplain: () => void }) {
  const { t, formats } = useLocale('stats');
  return (
    <UnstyledButton onClick={onExplain} style={{ alignSelf: 'flex-start' }}>
      <Text size="sm" className={`figures ${classes.opens}`}>
        {t('card.net', { value: formats.money(value) })}
      </Text>
    </UnstyledButton>
  );
}

/** The cards' shape while they load. */
export const CardsSkeleton = () => (
  <div className={classes.figures}>
    {[...INCOMES, 'sponsors', 'orders'].map((name) => (
      <Skeleton key={name} height={148} radius="lg" />
    ))}
  </div>
);
