import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconHeart, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { User } from '#services/contract/accounts/accounts.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { FollowButton } from '../relations/follow-button.tsx';
import { useMembershipsOf } from './own-memberships.ts';

interface Props {
  post: Post;
  /** Undefined while it loads. */
  creator: User | undefined;
}

/** The creator of a post, with the reader's own membership. */
export function CreatorAside({ post: { user, can_edit }, creator }: Props) {
  const { t, formats } = useLocale(['content', 'catalog-creators']);
  const [membership] = useMembershipsOf(user.user_id);
  const params = { slug: user.url_slug };
  return (
    <Paper withBorder p="lg" component="aside" aria-label={t('page.creator')}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={56} />
          <div style={{ minWidth: 0 }}>
            <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
              <AnchorLink to="/u/$userId" params={{ userId: user.user_id }} c="inherit" inherit>
                {user.name}
              </AnchorLink>
            </Text>
            {creator === undefined ? (
              <Skeleton height={14} width={96} mt={4} />
            ) : (
              creator.creator?.doing && (
                <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
                  {creator.creator.doing}
                </Text>
              )
            )}
          </div>
        </Group>
        {creator?.is_verified === 1 && (
          <Badge
            leftSection={<IconRosetteDiscountCheck size={14} aria-hidden />}
            style={{ alignSelf: 'start' }}
          >
            {t('catalog-creators:page.verified')}
          </Badge>
        )}
        {membership && (
          <Text size="sm" className="figures">
            {membership.expire_time === NEVER_ENDS
              ? t('page.memberForever', { plan: membership.name })
              : t('page.member', { plan: membership.name, date: formats.date(membership.expire_time) })}
          </Text>
        )}
        {user.url_slug !== '' && (
          <Group gap="xs">
            <ButtonLink to="/a/$slug" params={params} variant="default" flex="1 1 auto">
              {t('page.more')}
            </ButtonLink>
            {!can_edit && <FollowButton user_id={user.user_id} name={user.name} flex="1 1 auto" />}
            {!can_edit && (
              <ButtonLink
                to="/a/$slug/plan"
                params={params}
                variant="light"
                flex="1 1 auto"
                leftSection={<IconHeart size={18} aria-hidden />}
              >
                {t('page.support')}
              </ButtonLink>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
