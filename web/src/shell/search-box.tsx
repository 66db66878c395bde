import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WordsField } from '../components/forms/words-field.tsx';

/** Finds creators; Enter leads to the results. */
export function SearchBox({ words, width = 232 }: { words?: string | undefined; width?: number | string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
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
