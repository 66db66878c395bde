import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countReaders } from '#services/contract/content/post-lists.ts';
import { queryOf } from '../../api/queries.ts';
import { useAccessWords } from '../../components/content/access/access-words.ts';
import { isGated, isWhole, type PostValues, termsOf, termsRequest } from './post-values.ts';

const PAUSE_MS = 300;

/** Who can read the post, and how many people that are now. */
export function ReadersLine({ values }: { values: PostValues }) {
  const { t } = useTranslation(['content', 'content-compose']);
  const words = useAccessWords();
  const counts = isGated(values) && isWhole(values);
  const request = JSON.stringify(termsRequest(values));
  const [settled] = useDebouncedValue(request, PAUSE_MS);
  const { data, isPending } = useQuery(
    queryOf(countReaders, JSON.parse(settled), { enabled: counts, retry: false }),
  );
  if (!isWhole(values)) return <Text size="sm">{t('content-compose:who.choose')}</Text>;
  const isNew = settled !== request || isPending;
  const count =
    data && !isNew ? t('readers', { count: data.readers }) : isNew && t('content-compose:who.counting');
  return (
    <Text size="sm" fw={650} className="figures" role="status">
      {words.readableBy(termsOf(values))}
      {counts && count && ` · ${count}`}
    </Text>
  );
}
