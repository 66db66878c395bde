import { Anchor, Badge, Group, Modal, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPromisedPosts, listPromises, type PlanPromise } from '#services/contract/content/promises.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

const COLORS = { kept: 'green', missed: 'orange', running: 'gray' } as const;

/** What a creator's plans promise, and whether it was kept, month by month. Nothing without promises. */
export default function PlanPromises({ user_id }: { user_id: string }) {
  const { t } = useLocale('content-promises');
  const { data } = useQuery(queryOf(listPromises, { user_id }));
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Stack component="section" gap="sm">
      <div>
        <Title order={2}>{t('title')}</Title>
        <Text size="sm">{t('text')}</Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {data.list.map((promise) => (
          <PromiseCard key={promise.plan_id} promise={promise} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function PromiseCard({ promise: { plan_id, name, posts, months } }: { promise: PlanPromise }) {
  const { t, formats } = useLocale('content-promises');
  const [month, setMonth] = useState<string>();
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="xs">
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{posts > 0 ? t('each', { count: posts }) : t('none')}</Text>
        {months.map(({ month: of, promised, published, state }) => (
          <Group key={of} justify="space-between" gap="xs" wrap="nowrap">
            <Anchor
              component="button"
              type="button"
              size="sm"
              className="figures"
              onClick={() => setMonth(of)}
            >
              {t('month', { month: formats.month(of), published, promised })}
            </Anchor>
            <Badge color={COLORS[state]}>{t(`state.${state}`)}</Badge>
          </Group>
        ))}
      </Stack>
      <Modal
        opened={month !== undefined}
        onClose={() => setMonth(undefined)}
        title={t('posts', { month: formats.month(month ?? '2000-01') })}
      >
        {month !== undefined && <CountedPosts plan_id={plan_id} month={month} />}
      </Modal>
    </Paper>
  );
}

function CountedPosts({ plan_id, month }: { plan_id: string; month: string }) {
  const { t, formats } = useLocale('content-promises');
  const query = useQuery(queryOf(listPromisedPosts, { plan_id, month }));
  return (
    <Collection query={query} small waiting={{ count: 3, height: 28 }} gap="xs" nothing={t('empty')}>
      {({ list }) =>
        list.map(({ post_id, title, publish_time, shown }) =>
          shown ? (
            <AnchorLink
              key={post_id}
              to="/p/$postId"
              params={{ postId: post_id }}
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {title === '' ? t('untitled', { time: formats.dateTime(publish_time) }) : title}
            </AnchorLink>
          ) : (
            <Text key={post_id} size="sm">
              {t('gone')} · {formats.dateTime(publish_time)}
            </Text>
          ),
        )
      }
    </Collection>
  );
}
