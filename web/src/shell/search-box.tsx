import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WordsField } from '../components/forms/words-field.tsx';
import { textIn } from './search.ts';

/** Finds creators; Enter leads to the results, and the words stay with them. */
export function SearchBox({ width = 232 }: { width?: number | string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const words = useLocation({
    select: ({ pathname, search }) => (pathname === '/explore' ? textIn(search, 'q') : undefined),
  });
  return (
    <WordsField
      words={words}
      label={t('nav.search')}
      longest={60}
      radius="xl"
      style={{ width }}
      onSearch={(q) => void navigate({ to: '/explore', search: q === undefined ? {} : { q } })}
    />
  );
}
