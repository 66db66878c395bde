import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { searchAlbums } from '#services/contract/content/search.ts';
import { queryOf } from '../../../api/queries.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Characters of a search for creators. */
export const MAX_NAME = 60;

/** The other tabs that have hits, for a tab that has none. */
export function OtherHits({ q }: { q: string }) {
  const { t, formats } = useLocale('content-search');
  const creators = useQuery(queryOf(exploreCreators, { search_q: q.slice(0, MAX_NAME), per_page: 1 }));
  const albums = useQuery(queryOf(searchAlbums, { q, per_page: 1 }));
  const products = useQuery(queryOf(searchPlans, { q, per_page: 1 }));
  const found = [
    ['creator', creators.data],
    ['album', albums.data],
    ['product', products.data],
  ] as const;
  return (
    <Group gap="xs" justify="center">
      {found.map(([type, data]) =>
        data === undefined || data.total_count === 0 ? null : (
          <ButtonLink key={type} variant="default" to="/search" search={{ q, search_type: type }}>
            {t('elsewhere', { type: t(`types.${type}`), count: formats.number(data.total_count) })}
          </ButtonLink>
        ),
      )}
    </Group>
  );
}
