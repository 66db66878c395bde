import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { queryOf } from '../../../api/queries.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { AnchorLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { MAX_NAME } from './other-hits.tsx';

const SHOWN = 3;

/** The first creators with these words, above the posts; nothing without one. */
export function NamedCreators({ q }: { q: string }) {
  const { t } = useLocale('content-search');
  const { data } = useQuery(queryOf(exploreCreators, { search_q: q.slice(0, MAX_NAME), per_page: SHOWN }));
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t('types.creator')}>
      <Group justify="space-between">
        <Text component="h2" fw={650}>
          {t('types.creator')}
        </Text>
        {data.total_count > SHOWN && (
          <AnchorLink to="/search" search={{ q, search_type: 'creator' }} size="sm">
            {t('allCreators')}
          </AnchorLink>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: SHOWN }} spacing="sm">
        {data.list.map(({ user_id, name, avatar, doing, url_slug }) => (
          <Paper key={user_id} withBorder p="sm" component="article" className={cardClasses.card}>
            <Group gap="sm" wrap="nowrap">
              <PersonPicture name={name} src={avatar} seed={user_id} size={44} />
              <div style={{ minWidth: 0 }}>
                <Link to="/a/$slug" params={{ slug: url_slug }} className={cardClasses.name}>
                  <Name fw={600}>{name}</Name>
                </Link>
                <Name className="hint">{doing}</Name>
              </div>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
