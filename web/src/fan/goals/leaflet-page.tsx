import { Button, Container, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { BRAND } from '../../app/palette.ts';
import { CreatorTheme } from '../../components/catalog/creator-theme.tsx';
import { GoalList, useShownGoals } from '../../components/goals/shown-goals.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Name } from '../../components/name.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { NotFound } from '../../shell/whole-page.tsx';

/** /leaflet?slug=: a creator's goals on a small card, for links and for frames of other sites. */
export function LeafletPage({ slug }: { slug: string }) {
  const { t } = useTranslation('goals-progress');
  const query = useQuery(queryOf(getProfileBySlug, { url_slug: slug }, { enabled: slug !== '' }));
  usePageTitle(query.data?.user.name);
  const goals = useShownGoals(query.data?.user.user_id);
  if (slug === '' || isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <Container component="main" size={480} p="md">
      <Loaded query={query} height={280}>
        {({ user }) => (
          <CreatorTheme color={user.creator?.theme_color ?? BRAND}>
            <Paper withBorder p="lg" radius="lg">
              <Stack gap="lg">
                <Group gap="sm" wrap="nowrap">
                  <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={56} />
                  <div style={{ minWidth: 0 }}>
                    <Text component="h1" fw={650} fz="lg" lh={1.3}>
                      <Name inherit>{user.name}</Name>
                    </Text>
                    <Text className="hint">{user.creator?.doing}</Text>
                  </div>
                </Group>
                {goals === undefined ? (
                  <Skeleton height={96} />
                ) : goals.length === 0 ? (
                  <Text c="dimmed">{t('leaflet.none')}</Text>
                ) : (
                  <GoalList goals={goals} />
                )}
                <Button
                  component="a"
                  href={`/a/${encodeURIComponent(slug)}/plan`}
                  target="_blank"
                  rel="noopener"
                  fullWidth
                  leftSection={<IconHeart size={20} aria-hidden />}
                >
                  {t('leaflet.sponsor')}
                </Button>
              </Stack>
            </Paper>
          </CreatorTheme>
        )}
      </Loaded>
    </Container>
  );
}
