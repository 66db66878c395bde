import { Indicator, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listMySponsorships, type Sponsoring } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../../api/queries.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import classes from './feed.module.css';

const MAX_SHOWN = 99;

/** The creators whom the person sponsors, each with how many posts are new. */
export function SponsoredStrip() {
  const { t } = useTranslation('relations-feed');
  const { data, isError } = useQuery(queryOf(listMySponsorships, {}));
  if (isError) return null;
  if (data === undefined) return <Skeleton height={122} radius="lg" />;
  return (
    <Paper withBorder component="section" aria-label={t('sponsored')} px="sm" py="xs">
      {data.list.length === 0 ? (
        <Stack gap={2} p="xs">
          <Text fw={600}>{t('noSponsored')}</Text>
          <Text className="hint">
            <AnchorLink to="/explore" inherit>
              {t('findCreators')}
            </AnchorLink>
          </Text>
        </Stack>
      ) : (
        <ul className={classes.strip}>
          {data.list.map((sponsored) => (
            <li key={sponsored.user.user_id}>
              <Person sponsored={sponsored} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

function Person({ sponsored: { user, new_post_count: count } }: { sponsored: Sponsoring['list'][number] }) {
  const { t } = useTranslation('relations-feed');
  const place =
    user.url_slug === ''
      ? ({ to: '/u/$userId', params: { userId: user.user_id } } as const)
      : ({ to: '/a/$slug', params: { slug: user.url_slug } } as const);
  return (
    <Link {...place} className={classes.person}>
      <Indicator
        label={
          <span aria-hidden>
            {count === 0 ? <IconChevronRight size={12} /> : count >= MAX_SHOWN ? '99+' : count}
          </span>
        }
        size={20}
        offset={6}
        color={count > 0 ? 'var(--mantine-color-brand-filled)' : 'gray'}
        className="figures"
      >
        <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={56} />
      </Indicator>
      <Name fz={13} w="100%" ta="center">
        {user.name}
      </Name>
      {count > 0 && <VisuallyHidden>{t('newPosts', { count })}</VisuallyHidden>}
    </Link>
  );
}
