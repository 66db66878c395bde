import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { explainStats } from '#services/contract/stats/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { Days } from './period.ts';
import type { ExplainRequest } from './stats-search.ts';

const SHOWN = 6;

/** Fans whose first paid order is in the chosen period. */
export function NewSponsors({
  days,
  onExplain,
}: {
  days: Days;
  onExplain: (request: ExplainRequest) => void;
}) {
  const { t, formats } = useLocale('stats');
  const planName = usePlanName();
  const query = useQuery(
    queryOf(explainStats, {
      ...(days.from === days.to ? { date: days.from } : days),
      figure: 'new_sponsors' as const,
      page: 1,
    }),
  );
  return (
    <Section
      title={t('newSponsors.title')}
      text={t('chart.days', { from: formats.day(days.from), to: formats.day(days.to) })}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <Text c="dimmed" py="lg" ta="center">
            {t('newSponsors.empty')}
          </Text>
        }
      >
        {({ list, total_count }) => (
          <Stack gap="sm">
            {list.slice(0, SHOWN).map(({ order }) => (
              <Group key={order.out_trade_no} gap="sm" wrap="nowrap">
                <PersonPicture
                  name={order.user.name}
                  src={order.user.avatar}
                  seed={order.user.user_id}
                  size={36}
                />
                <div style={{ minWidth: 0, flex: 1 }}>
                  <Text>{order.user.name}</Text>
                  <Text className="footnote">{planName(order)}</Text>
                </div>
                <Text className="footnote figures" style={{ flexShrink: 0 }}>
                  {order.paid_at !== null && formats.date(order.paid_at)}
                </Text>
              </Group>
            ))}
            {total_count > SHOWN && (
              <Button
                variant="light"
                size="xs"
                onClick={() => onExplain({ figure: 'new_sponsors', ...days })}
              >
                {t('newSponsors.all', { count: total_count })}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
