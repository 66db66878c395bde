import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { previewTerms } from '#services/contract/content/access.ts';
import { queryOf } from '../../api/queries.ts';
import { useLocale } from '../../language/use-locale.ts';
import { isWhole, type PostValues, postRequest } from './post-values.ts';

const PAUSE_MS = 300;

interface Props {
  /** A published post. */
  post_id: string;
  saved: PostValues;
  values: PostValues;
}

/** The terms of a request, without text. */
function termsIn(values: PostValues, post_id: string) {
  const { audience, min_price, plan_ids, skus, window, public_time, goal_id } = postRequest(values, {
    saved: undefined,
    draft: false,
  });
  return { post_id, audience, min_price, plan_ids, skus, window, public_time, goal_id };
}

/** Who loses and who gains access when the changed terms of a published post are saved. Nothing for the same terms. */
export function TermsChange({ post_id, saved, values }: Props) {
  const { t, i18n } = useLocale('content-compose');
  const request = JSON.stringify(termsIn(values, post_id));
  const [settled] = useDebouncedValue(request, PAUSE_MS);
  const isChanged = isWhole(values) && request !== JSON.stringify(termsIn(saved, post_id));
  const { data } = useQuery(
    queryOf(previewTerms, JSON.parse(settled), { enabled: isChanged && settled === request, retry: false }),
  );
  if (!isChanged || data === undefined || settled !== request) return null;
  const { losing, gaining, keeping, losers, everybody } = data;
  const names = losers.flatMap(({ name }) => (name === '' ? [] : [name]));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  const lines = [
    ...(losing > 0 ? [t('change.losing', { count: losing })] : []),
    ...(everybody.before && !everybody.after ? [t('change.closes')] : []),
    ...(gaining > 0 ? [t('change.gaining', { count: gaining })] : []),
    ...(!everybody.before && everybody.after ? [t('change.opens')] : []),
  ];
  const isLoss = losing > 0 || (everybody.before && !everybody.after);
  return (
    <Alert
      role="status"
      color={isLoss ? 'orange' : 'gray'}
      icon={<IconUsers aria-hidden />}
      title={t('change.title')}
    >
      {(lines.length > 0 ? lines : [t('change.none')]).map((line) => (
        <Text key={line} size="sm" className="figures">
          {line}
        </Text>
      ))}
      {losing > 0 && names.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('change.losers', { names: list })}
        </Text>
      )}
      {keeping > 0 && (
        <Text size="sm" className="figures">
          {t('change.keeping', { count: keeping })}
        </Text>
      )}
    </Alert>
  );
}
