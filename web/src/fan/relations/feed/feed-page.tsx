import { Container, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEED_TYPES, type FeedFilter, type FeedType } from '#services/contract/relations/feed.ts';
import { useProfile } from '../../../app/session.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import classes from './feed.module.css';
import { FeedAside } from './feed-aside.tsx';
import { FeedFilters } from './feed-filters.tsx';
import { FeedList } from './feed-list.tsx';
import { savedFeedType, saveFeedType } from './feed-type.ts';
import { SponsoredStrip } from './sponsored-strip.tsx';

const route = getRouteApi('/feed');

/** /feed: posts of the creators that a person follows or sponsors, and everybody's. Guests see the latter. */
export function FeedPage() {
  const { t } = useTranslation('relations-feed');
  usePageTitle(t('title'));
  const profile = useProfile();
  const { filter: wanted = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState(savedFeedType);
  const type: FeedType = profile === null ? 'public' : chosen;
  const filter: FeedFilter = type === 'public' && wanted === 'unlocked' ? 'all' : wanted;
  return (
    <Container size={1040} py={{ base: 'md', sm: 'xl' }}>
      <div className={classes.columns}>
        <Stack gap="md">
          <Title order={1}>{t('title')}</Title>
          {profile && <SponsoredStrip />}
          <Group justify="space-between" gap="sm">
            {profile !== null && (
              <SegmentedControl
                aria-label={t('which')}
                value={type}
                onChange={(value) => {
                  const next = FEED_TYPES.find((one) => one === value) ?? 'public';
                  saveFeedType(next);
                  setChosen(next);
                }}
                data={FEED_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
              />
            )}
            <FeedFilters
              type={type}
              filter={filter}
              onChoose={(next) =>
                void navigate({
                  search: { filter: next === 'all' ? undefined : next },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </Group>
          {profile === undefined ? (
            <Skeleton height={220} radius="lg" />
          ) : (
            <FeedList key={`${type} ${filter}`} type={type} filter={filter} />
          )}
        </Stack>
        <FeedAside isSignedIn={profile != null} />
      </div>
    </Container>
  );
}
