import { Chip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FEED_FILTERS, type FeedFilter, type FeedType } from '#services/contract/relations/feed.ts';
import classes from './feed.module.css';

interface Props {
  type: FeedType;
  filter: FeedFilter;
  onChoose: (filter: FeedFilter) => void;
}

/** One kind of posts, or all. Everybody's posts are all unlocked. */
export function FeedFilters({ type, filter, onChoose }: Props) {
  const { t } = useTranslation('relations-feed');
  const filters = FEED_FILTERS.filter((one) => type === 'my' || one !== 'unlocked');
  return (
    <Chip.Group
      value={filter}
      onChange={(value) => onChoose(FEED_FILTERS.find((one) => one === value) ?? 'all')}
    >
      <div className={classes.filters} role="radiogroup" aria-label={t('filter')}>
        {filters.map((value) => (
          <Chip key={value} value={value} size="xs">
            {t(`filters.${value}`)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}
