import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { queryOf } from '../../../api/queries.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import classes from './feed.module.css';

const SHOWN = 6;

/** Beside the feed: own lists, and creators to begin with. */
export function FeedAside({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['relations-feed', 'relations']);
  const query = useQuery(queryOf(exploreCreators, { rec: 1, per_page: SHOWN }));
  return (
    <Stack component="aside" gap="md" className={classes.aside} aria-label={t('beside')}>
      {isSignedIn && (
        <Paper withBorder p="lg">
          <Stack gap="xs">
            <AnchorLink to="/dashboard/mark">{t('relations:title')}</AnchorLink>
            <AnchorLink to="/dashboard/sponsoring">{t('sponsored')}</AnchorLink>
          </Stack>
        </Paper>
      )}
      <Paper withBorder p="lg" component="section">
        <Title order={2} fz="lg" mb="md">
          {t('recommended')}
        </Title>
        <Stack gap="md">
          {query.data === undefined
            ? Array.from({ length: query.isError ? 0 : SHOWN }, (_, n) => <Skeleton key={n} height={44} />)
            : query.data.list.map(({ user_id, name, avatar, doing }) => (
                <Group key={user_id} gap="sm" wrap="nowrap">
                  <PersonPicture name={name} src={avatar} seed={user_id} size={44} />
                  <div style={{ minWidth: 0 }}>
                    <AnchorLink to="/u/$userId" params={{ userId: user_id }} c="inherit">
                      <Name fw={600}>{name}</Name>
                    </AnchorLink>
                    <Name className="hint">{doing}</Name>
                  </div>
                </Group>
              ))}
        </Stack>
        <AnchorLink to="/explore" size="sm" mt="md" display="inline-block">
          {t('findCreators')}
        </AnchorLink>
      </Paper>
    </Stack>
  );
}
