import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconNotes } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { useProfile } from '../../../app/session.ts';
import { creatorBySlugQuery } from '../../../components/catalog/person-queries.ts';
import { GoalList, useShownGoals } from '../../../components/goals/shown-goals.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { AlbumDoor } from '../../content/albums/album-door.tsx';
import { PostList } from '../../content/post-list.tsx';
import { useHasPosts } from '../../content/use-has-posts.ts';
import { BesidePosts } from './beside-posts.tsx';
import classes from './creator-layout.module.css';
import { Plans, Products } from './grids.tsx';

const PlanPromises = lazy(() => untilLoaded(() => import('../../content/plan-promises.tsx')));

const route = getRouteApi('/a/$slug');
const home = getRouteApi('/a/$slug/');
const planRoute = getRouteApi('/a/$slug/plan');

/** The layout above loaded the creator already; this never waits. */
export function useCreator() {
  const { slug } = route.useParams();
  return { slug, user: useSuspenseQuery(creatorBySlugQuery(slug)).data };
}

export function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <Stack component="section" gap="md">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {more}
      </Group>
      {children}
    </Stack>
  );
}

/**
 * /a/{slug}: the posts, or where there are none who this is; `?tab=home` shows who this is, `?tab=shop` the whole shop.
 */
export function CreatorHome() {
  const { t } = useTranslation('catalog-creators');
  const { slug, user } = useCreator();
  const { tab, readable, q } = home.useSearch();
  const navigate = home.useNavigate();
  const hasPosts = useHasPosts(user.user_id);
  const hasRoom = useMediaQuery('(min-width: 1000.1px)', false, { getInitialValueInEffect: false });
  const isOwn = useProfile()?.user.user_id === user.user_id;
  const { limit_show_product_count: limit = -1, show_shop = true } = user.creator ?? {};
  if (tab === 'shop' && show_shop) {
    return (
      <Section title={t('page.shop')}>
        <Products userId={user.user_id} slug={slug} first={limit === -1 ? undefined : limit} />
      </Section>
    );
  }
  if (tab === undefined && hasPosts !== false)
    return (
      <div className={classes.beside}>
        <Stack gap={40} maw={776} miw={0}>
          <Albums slug={slug} user={user} />
          <PostList
            user_id={user.user_id}
            slug={slug}
            isOwn={isOwn}
            readable={readable === 1}
            onReadable={(chosen) =>
              void navigate({ search: chosen ? { readable: 1 } : {}, replace: true, resetScroll: false })
            }
            q={q}
            onSearch={(words) =>
              void navigate({ search: words === undefined ? {} : { q: words }, resetScroll: false })
            }
          />
        </Stack>
        {hasRoom && <BesidePosts user={user} />}
      </div>
    );
  return (
    <>
      {tab === undefined && isOwn && user.is_verified === 1 && <FirstPost />}
      <About slug={slug} user={user} />
    </>
  );
}

/** The first albums, unless the creator hides them. */
const Albums = ({ slug, user: { user_id, creator } }: { slug: string; user: User }) =>
  creator?.show_album !== false && (
    <AlbumDoor slug={slug} user_id={user_id} count={creator?.album_count ?? 0} />
  );

/** For a creator who can publish and has not yet. */
function FirstPost() {
  const { t } = useTranslation('content');
  return (
    <Alert mb="xl" icon={<IconNotes aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('list.emptyText')}</Text>
        <ButtonLink to="/compose" size="xs">
          {t('list.write')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** Who the creator is, with the first plans and products. */
function About({ slug, user }: { slug: string; user: User }) {
  const { t } = useTranslation(['catalog-creators', 'goals-progress']);
  const goals = useShownGoals(user.user_id) ?? [];
  const params = { slug };
  const { limit_show_product_count: limit = -1, show_shop = true } = user.creator ?? {};
  return (
    <Stack gap={48}>
      <Section title={t('page.about')}>
        <Paper withBorder p="lg">
          <Text lh={1.8} style={{ whiteSpace: 'pre-line' }} c={user.creator?.detail ? undefined : 'dimmed'}>
            {user.creator?.detail || t('page.aboutEmpty')}
          </Text>
        </Paper>
      </Section>
      <Albums slug={slug} user={user} />
      {goals.length > 0 && (
        <Section title={t('goals-progress:title')}>
          <Paper withBorder p="lg">
            <GoalList goals={goals} />
          </Paper>
        </Section>
      )}
      <Section
        title={t('page.plan')}
        more={
          <AnchorLink to="/a/$slug/plan" params={params} resetScroll={false}>
            {t('page.allPlans')}
          </AnchorLink>
        }
      >
        <Plans user={user} slug={slug} most={3} />
      </Section>
      {show_shop && limit !== 0 && (
        <Section
          title={t('page.shop')}
          more={
            <AnchorLink to="/a/$slug" params={params} search={{ tab: 'shop' }} resetScroll={false}>
              {t('page.allProducts')}
            </AnchorLink>
          }
        >
          <Products userId={user.user_id} slug={slug} most={limit === -1 ? 4 : limit} />
        </Section>
      )}
    </Stack>
  );
}

/** /a/{slug}/plan */
export function CreatorPlans() {
  const { t } = useTranslation('catalog-creators');
  const { slug, user } = useCreator();
  const { album_id, unlock_plan_ids } = planRoute.useSearch();
  const named = album_id !== undefined || unlock_plan_ids !== undefined;
  return (
    <Section
      title={t(named ? 'page.plansThatOpen' : 'page.plan')}
      more={
        named && (
          <AnchorLink to="/a/$slug/plan" params={{ slug }} search={{}} resetScroll={false}>
            {t('page.allPlans')}
          </AnchorLink>
        )
      }
    >
      <Stack gap="xl">
        <Plans user={user} slug={slug} album_id={album_id} unlock_plan_ids={unlock_plan_ids} />
        <Suspense>
          <PlanPromises user_id={user.user_id} />
        </Suspense>
      </Stack>
    </Section>
  );
}
