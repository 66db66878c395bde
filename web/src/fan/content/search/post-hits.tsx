import { SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HitList } from './hit-list.tsx';
import { NamedCreators } from './named-creators.tsx';
import { OtherHits } from './other-hits.tsx';

const DAYS = ['0', '7', '30', '365'] as const;

const route = getRouteApi('/search');

/** Posts of all creators, of some days or of all times. */
export function PostHits({ q, words }: { q: string; words: readonly string[] }) {
  const { t } = useTranslation('content-search');
  const { days = '0' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack gap="md">
      <NamedCreators q={q} />
      <SegmentedControl
        aria-label={t('time')}
        size="xs"
        value={days}
        onChange={(value) => {
          const next = DAYS.find((one) => one === value);
          void navigate({
            search: (before) => ({ ...before, days: next === '0' ? undefined : next }),
            replace: true,
            resetScroll: false,
          });
        }}
        data={DAYS.map((value) => ({ value, label: t(`days.${value}`) }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <HitList q={q} words={words} days={days} elsewhere={<OtherHits q={q} />} />
    </Stack>
  );
}
