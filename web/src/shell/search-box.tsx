import { IconSearch } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WordsField } from '../components/forms/words-field.tsx';
import { IconLink } from '../components/links.tsx';
import { textIn } from './search.ts';

/** The field of the header on wide screens. Enter leads to the results, and the words stay with them. */
export function SearchBox({ width = '100%' }: { width?: number | string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const words = useLocation({
    select: ({ pathname, search }) => (pathname === '/search' ? textIn(search, 'q') : undefined),
  });
  return (
    <WordsField
      words={words}
      label={t('nav.search')}
      longest={100}
      radius="xl"
      style={{ width }}
      onSearch={(q) => void navigate({ to: '/search', search: q === undefined ? {} : { q } })}
    />
  );
}

/** In place of the field on a small screen: the way to the page with one. */
export function SearchLink() {
  const { t } = useTranslation('shell');
  return (
    <IconLink to="/search" size={40} radius="xl" aria-label={t('nav.search')}>
      <IconSearch size={22} aria-hidden />
    </IconLink>
  );
}
