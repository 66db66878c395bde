import { Badge, Box, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconHeart, IconRosetteDiscountCheck, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { BRAND } from '../../../app/palette.ts';
import { useProfile } from '../../../app/session.ts';
import { categoryLabel } from '../../../components/catalog/category.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { creatorBySlugQuery } from '../../../components/catalog/person-queries.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Trouble } from '../../../components/loaded.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { rememberCreator } from '../../../components/search/visited-creators.ts';
import { ShareButton } from '../../../components/share/share-button.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { useHasPosts } from '../../content/use-has-posts.ts';
import { LazyPersonMenu } from '../../relations/blocks/lazy-person-menu.tsx';
import { FollowButton } from '../../relations/follow-button.tsx';
import { CopyGuard } from '../copy-guard.tsx';
import classes from './creator-layout.module.css';
import { CreatorTabs } from './creator-tabs.tsx';

const route = getRouteApi('/a/$slug');

/** The creator's page: cover, face, name, tabs, in the creator's colour. */
export function CreatorLayout() {
  const { slug } = route.useParams();
  const query = useQuery(creatorBySlugQuery(slug));
  usePageTitle(query.data?.name);
  useRememberVisit(slug, query.data);
  if (query.isPending) return <HeadSkeleton />;
  if (query.isError) {
    return isRefusal(query.error, EC.notFound) ? (
      <NoCreator />
    ) : (
      <Container size="lg" py="xl">
        <Trouble error={query.error} again={() => void query.refetch()} />
      </Container>
    );
  }
  return (
    <CreatorTheme color={query.data.creator?.theme_color ?? BRAND}>
      <CopyGuard creator={query.data.creator}>
        <Head user={query.data} slug={slug} />
        <Container size="lg" pt="xl">
          <Outlet />
        </Container>
      </CopyGuard>
    </CreatorTheme>
  );
}

/** The person finds the page again at the search. */
function useRememberVisit(slug: string, creator: User | undefined): void {
  const profile = useProfile();
  const { user_id, name } = creator ?? {};
  useEffect(() => {
    if (profile === undefined || name === undefined || user_id === profile?.user.user_id) return;
    rememberCreator(profile?.user.user_id ?? '', { slug, name });
  }, [profile, slug, user_id, name]);
}

function Head({ user, slug }: { user: User; slug: string }) {
  const { t } = useTranslation(['catalog-creators', 'shell']);
  const label = categoryLabel(user.creator?.category_id ?? '');
  const hasPosts = useHasPosts(user.user_id);
  return (
    <Box bg="var(--fw-raised)" className={classes.head}>
      <Box className={classes.cover}>
        <Picture src={user.cover} alt="" seed={user.user_id} ratio={640 / 171} />
      </Box>
      <Container size="lg">
        <div className={classes.identity}>
          <Box className={classes.face}>
            <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={104} />
          </Box>
          <Stack gap={4} className={classes.words}>
            <Group gap="xs">
              <Title order={1} fz={{ base: 24, sm: 30 }}>
                {user.name}
              </Title>
              {user.is_verified === 1 && (
                <Badge leftSection={<IconRosetteDiscountCheck size={14} aria-hidden />}>
                  {t('page.verified')}
                </Badge>
              )}
            </Group>
            <Group gap="xs">
              {user.creator?.doing && <Text c="dimmed">{user.creator.doing}</Text>}
              {label !== undefined && <Badge radius="xl">{t(`shell:${label}`)}</Badge>}
            </Group>
          </Stack>
          <Group gap="xs" className={classes.actions}>
            <FollowButton user_id={user.user_id} name={user.name} size="md" />
            <ShareButton
              compact
              shared={{
                path: `/a/${slug}`,
                title: user.name,
                text: user.creator?.doing ?? '',
                picture: user.cover || user.avatar,
              }}
            />
            <ButtonLink
              to="/a/$slug/plan"
              params={{ slug }}
              size="md"
              leftSection={<IconHeart size={20} aria-hidden />}
            >
              {t('page.sponsor')}
            </ButtonLink>
            <LazyPersonMenu user_id={user.user_id} name={user.name} />
          </Group>
        </div>
        <CreatorTabs slug={slug} creator={user.creator} hasPosts={hasPosts} />
      </Container>
    </Box>
  );
}

function HeadSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-busy="true" aria-label={t('state.loading')}>
      <Skeleton className={classes.coverSkeleton} radius={0} />
      <Container size="lg" pt="md">
        <Group>
          <Skeleton circle height={104} />
          <Stack gap="xs" flex={1}>
            <Skeleton height={30} width="40%" />
            <Skeleton height={18} width="60%" />
          </Stack>
        </Group>
      </Container>
    </div>
  );
}

function NoCreator() {
  const { t } = useTranslation(['catalog-creators', 'shell']);
  return (
    <DeadEnd
      icon={<IconUserQuestion aria-hidden />}
      title={t('shell:notFound.title')}
      text={t('page.noCreator')}
    >
      <ButtonLink to="/explore">{t('explore.showAll')}</ButtonLink>
    </DeadEnd>
  );
}
