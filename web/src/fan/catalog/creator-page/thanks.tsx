import { Avatar, EmptyState, Group, Indicator, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#services/contract/endpoint.ts';
import { getThanks } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../../api/queries.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Section, useCreator } from './sections.tsx';

const PICTURE = { first: 88, other: 72 };

/** The first three, each with the place. */
function TopSponsors({ sponsors }: { sponsors: DataOf<typeof getThanks>['top_list'] }) {
  const { t } = useTranslation('catalog-creators');
  return (
    <Group
      component="ol"
      aria-label={t('thank.top')}
      gap="sm"
      wrap="nowrap"
      align="flex-end"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {sponsors.map(({ user_id, name, avatar, rank }) => (
        <Stack component="li" key={user_id} align="center" gap={8} flex="1 1 0" miw={0} maw={132}>
          <Indicator
            label={rank}
            size={24}
            position="bottom-end"
            offset={8}
            color={rank === 1 ? 'brand' : 'gray.7'}
            withBorder
          >
            <PersonPicture
              name={name}
              src={avatar}
              seed={user_id}
              size={rank === 1 ? PICTURE.first : PICTURE.other}
            />
          </Indicator>
          <Text
            fw={650}
            size="sm"
            lineClamp={2}
            title={name}
            ta="center"
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Text>
        </Stack>
      ))}
    </Group>
  );
}

/** /a/{slug}/thank: up to 50 sponsors (creator specification 9), without amounts; the first three on top. */
export function CreatorThanks() {
  const { t } = useTranslation('catalog-creators');
  const { slug, user } = useCreator();
  const query = useQuery(queryOf(getThanks, { user_id: user.user_id }));
  return (
    <Section title={t('thank.title')}>
      <Loaded
        query={query}
        skeleton={
          <Avatar.Group>
            {[1, 2, 3, 4].map((one) => (
              <Skeleton key={one} circle height={56} />
            ))}
          </Avatar.Group>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <EmptyState
            variant="light"
            py="xl"
            icon={<IconHeartHandshake aria-hidden />}
            title={t('thank.empty')}
            description={t('thank.emptyText')}
          >
            <EmptyState.Actions>
              <ButtonLink to="/a/$slug/plan" params={{ slug }}>
                {t('page.sponsor')}
              </ButtonLink>
            </EmptyState.Actions>
          </EmptyState>
        }
      >
        {({ list, top_list, total_count }) => (
          <>
            <Text c="dimmed" className="figures">
              {t('thank.count', { count: total_count })}
              {list.length < total_count && ` · ${t('thank.shown', { count: list.length })}`}
            </Text>
            {top_list.length > 0 && <TopSponsors sponsors={top_list} />}
            <SimpleGrid cols={{ base: 3, xs: 4, sm: 6, md: 8 }} spacing="lg">
              {list.slice(top_list.length).map((sponsor) => (
                <Stack key={sponsor.user_id} align="center" gap={4}>
                  <PersonPicture name={sponsor.name} src={sponsor.avatar} seed={sponsor.user_id} size={56} />
                  <Text
                    size="sm"
                    lineClamp={2}
                    title={sponsor.name}
                    ta="center"
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {sponsor.name}
                  </Text>
                </Stack>
              ))}
            </SimpleGrid>
          </>
        )}
      </Loaded>
    </Section>
  );
}
