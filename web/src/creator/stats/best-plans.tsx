import { Anchor, Box, Group, Progress, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listTopPlans } from '#services/contract/stats/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { Days } from './period.ts';
import classes from './stats.module.css';
import type { ExplainRequest } from './stats-search.ts';

const SHOWN = 6;

interface Props {
  days: Days;
  onExplain: (request: ExplainRequest) => void;
  onChoose: (plan_id: string) => void;
}

/** The plans with the most income in the period. */
export function BestPlans({ days, onExplain, onChoose }: Props) {
  const { t, formats } = useLocale('stats');
  const query = useQuery(queryOf(listTopPlans, days, { placeholderData: keepPreviousData }));
  return (
    <Section
      title={t('best.title')}
      text={t('chart.days', { from: formats.day(days.from), to: formats.day(days.to) })}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <Text c="dimmed" py="lg" ta="center">
            {t('best.empty')}
          </Text>
        }
      >
        {({ list }) => {
          const most = Math.max(1, ...list.map(({ gross }) => Number(gross)));
          return (
            <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.slice(0, SHOWN).map(({ plan_id, name, orders, gross }) => (
                <Box component="li" key={plan_id}>
                  <Group justify="space-between" wrap="nowrap" gap="md" mb={6}>
                    <Anchor
                      component="button"
                      type="button"
                      c="inherit"
                      ta="left"
                      onClick={() => onChoose(plan_id)}
                    >
                      {name}
                    </Anchor>
                    <UnstyledButton
                      style={{ flexShrink: 0 }}
                      aria-label={t('best.explain', { name, value: formats.money(gross) })}
                      onClick={() => onExplain({ figure: 'gross', ...days, plan_id })}
                    >
                      <Text fw={650} className={`figures ${classes.opens}`}>
                        {formats.money(gross)}
                      </Text>
                    </UnstyledButton>
                  </Group>
                  <Group gap="sm" wrap="nowrap">
                    <Progress
                      value={(Number(gross) / most) * 100}
                      flex={1}
                      size="sm"
                      radius="xl"
                      aria-hidden
                    />
                    <Text className="footnote figures" miw={64} ta="right">
                      {t('best.orders', { count: orders })}
                    </Text>
                  </Group>
                </Box>
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}
