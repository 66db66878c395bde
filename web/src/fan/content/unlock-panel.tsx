import { Group, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useProfile } from '../../app/session.ts';
import { useAccessWords } from '../../components/content/access-words.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import classes from './post-page.module.css';

// Guests never load what explains own orders.
const OwnAccess = lazy(() =>
  untilLoaded(() => import('./own-access.tsx')).then(({ OwnAccess }) => ({ default: OwnAccess })),
);

const MAX_WAYS = 3;
type Way = Post['ways'][number];

/** In place of a text that the reader cannot read: why, and the cheapest ways to it. */
export function UnlockPanel({ post }: { post: Post }) {
  const { t } = useLocale('content');
  const words = useAccessWords();
  const isGuest = useProfile() === null;
  const back = useLocation({ select: ({ href }) => href });
  const { ways } = post;
  const openings = words.opening(post);
  return (
    <Paper withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={t('unlock.title')}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ThemeIcon size={40} radius="xl" variant="light">
            <IconLock size={22} aria-hidden />
          </ThemeIcon>
          <Stack gap={4} style={{ minWidth: 0 }} pt={6}>
            <Title order={2} fz="lg">
              {words.why(post)}
            </Title>
            {openings.map((opening) => (
              <Text key={opening} className="figures">
                {opening}
              </Text>
            ))}
            {ways.length === 0 && openings.length === 0 && <Text c="dimmed">{t('unlock.none')}</Text>}
          </Stack>
        </Group>
        {ways.length > 0 && (
          <ul className={classes.ways}>
            {ways.slice(0, MAX_WAYS).map((way, index) => (
              <li key={`${way.plan_id} ${way.sku_id}`} className={classes.way}>
                <WayTo way={way} post={post} first={index === 0} />
              </li>
            ))}
          </ul>
        )}
        {!isGuest && (
          <Suspense fallback={<Skeleton height={92} radius="md" />}>
            <OwnAccess post={post} />
          </Suspense>
        )}
        {post.plan_ids.length > 1 && post.user.url_slug !== '' && (
          <AnchorLink
            to="/a/$slug/plan"
            params={{ slug: post.user.url_slug }}
            search={{ unlock_plan_ids: post.plan_ids.join(',') }}
          >
            {t('unlock.allPlans')}
          </AnchorLink>
        )}
        {isGuest && (
          <Group gap="sm">
            <Text size="sm" flex="1 1 200px">
              {t('unlock.already')}
            </Text>
            <ButtonLink to="/login" search={{ back }} variant="default">
              {t('unlock.signIn')}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

/** What can be bought, its price now, and the button to its checkout, which leads back to the post. */
function WayTo({ way, post, first }: { way: Way; post: Post; first: boolean }) {
  const { t, formats } = useLocale('content');
  const { kind, plan_id, name, price, months } = way;
  const { post_id } = post;
  const isMembership = kind === 'membership';
  const text = t(`unlock.${way.step}`);
  const button = {
    variant: first ? 'filled' : 'light',
    'aria-label': `${text} ${name}`,
  } as const;
  return (
    <>
      <div style={{ minWidth: 0, flex: '1 1 160px' }}>
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text className="figures">
          {formats.money(price)}
          {isMembership && months > 0 && (
            <Text span c="dimmed" size="sm">
              {' / '}
              {months === 1 ? t('unlock.month') : t('unlock.months', { count: months })}
            </Text>
          )}
        </Text>
        {way.album && (
          <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
            {t('unlock.album', { title: way.album.title, count: way.album.post_count })}
          </Text>
        )}
        {way.opens > 1 && !way.album && (
          <Text className="hint figures">{t('unlock.more', { count: way.opens })}</Text>
        )}
      </div>
      {isMembership ? (
        <ButtonLink
          to="/order/create"
          search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship, post_id }}
          {...button}
        >
          {text}
        </ButtonLink>
      ) : (
        <ButtonLink to="/item/$planId" params={{ planId: plan_id }} search={{ post_id }} {...button}>
          {text}
        </ButtonLink>
      )}
    </>
  );
}
