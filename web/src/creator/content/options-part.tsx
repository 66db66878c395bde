import { MultiSelect, Select, SimpleGrid } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listAlbums } from '#services/contract/content/albums.ts';
import { MAX_ALBUMS_OF_POST } from '#services/contract/content/posts.ts';
import { listGoals } from '#services/contract/goals/goals.ts';
import { endlessOf, queryOf } from '../../api/queries.ts';
import { useStudioCreatorId } from '../../app/session.ts';
import { useGoalWords } from '../../components/goals/goal-words.ts';
import { Section } from '../../components/section.tsx';
import { MomentInput } from '../catalog/editor/sections/moment-input.tsx';
import type { ComposeFormState } from './compose-form-state.ts';
import { isGated } from './post-values.ts';

const A_PAGE = 50;

interface Props {
  form: ComposeFormState;
  /** It has its time already. */
  isPublished: boolean;
}

/** When the post is published, and when it opens for everybody. */
export function OptionsPart({ form, isPublished }: Props) {
  const { t } = useTranslation('content-compose');
  const gated = isGated(form.values);
  const albums = useAlbumChoice(form.values.album_ids);
  if (isPublished && !gated && albums.length === 0) return null;
  return (
    <Section title={t('options.title')}>
      {(!isPublished || gated) && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {!isPublished && (
            <MomentInput
              label={t('options.publish')}
              description={t('options.publishHint')}
              {...form.getInputProps('publish_time')}
            />
          )}
          {gated && (
            <MomentInput
              label={t('options.public')}
              description={t('options.publicHint')}
              {...form.getInputProps('public_time')}
            />
          )}
          {gated && <GoalField form={form} />}
        </SimpleGrid>
      )}
      {albums.length > 0 && (
        <MultiSelect
          label={t('options.albums')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('options.albumsNone') }}
          placeholder={form.values.album_ids.length === 0 ? t('options.albumsNone') : ''}
          maxValues={MAX_ALBUMS_OF_POST}
          data={albums}
          {...form.getInputProps('album_ids')}
        />
      )}
    </Section>
  );
}

/** The creator's albums, and those that the post is in already. */
function useAlbumChoice(chosen: readonly string[]) {
  const { t } = useTranslation('content-compose');
  const user_id = useStudioCreatorId();
  const query = useInfiniteQuery({
    ...endlessOf(listAlbums, { user_id, per_page: A_PAGE }),
    enabled: user_id !== '',
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  // A creator has 200 albums at most.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const albums = query.data?.pages.flatMap(({ list }) => list) ?? [];
  const known = albums.map(({ album_id, title }) => ({ value: album_id, label: title }));
  const others = chosen.filter((id) => !known.some(({ value }) => value === id));
  return [...known, ...others.map((value) => ({ value, label: t('options.album') }))];
}

function GoalField({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('content-compose');
  const { nameOf, percentOf } = useGoalWords();
  const user_id = useStudioCreatorId();
  const query = useQuery(queryOf(listGoals, { user_id }, { enabled: user_id !== '' }));
  const goals = query.data?.list ?? [];
  const { goal_id } = form.values;
  const isKnown = goal_id === '' || goals.some((goal) => goal.goal_id === goal_id);
  if (goals.length === 0 && goal_id === '') return null;
  return (
    <Select
      label={t('options.goal')}
      allowDeselect={false}
      data={[
        { value: '', label: t('options.goalNone') },
        ...goals.map((goal) => ({
          value: goal.goal_id,
          label: `${nameOf(goal)} · ${percentOf(goal.percent)}`,
        })),
        ...(isKnown ? [] : [{ value: goal_id, label: t('options.goalGone') }]),
      ]}
      {...form.getInputProps('goal_id')}
    />
  );
}
