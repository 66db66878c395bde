import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLongEnough, wordsOf } from '#services/contract/content/search-words.ts';
import { Nothing } from '../../../components/collection.tsx';
import { HitList } from './hit-list.tsx';

/** Posts of one creator with these words. */
export default function OwnHits({ q, user_id }: { q: string; user_id: string }) {
  const { t } = useTranslation('content-search');
  const words = useMemo(() => wordsOf(q), [q]);
  return isLongEnough(words) ? (
    <HitList q={q} words={words} user_id={user_id} />
  ) : (
    <Nothing nothing={{ icon: <IconSearch aria-hidden />, title: t('tooShort'), text: t('tooShortOwn') }} />
  );
}
