import { Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCreators, type StaffCreator } from '#services/contract/staff/lists.ts';
import { call } from '../../../api/client.ts';
import { useProfile } from '../../../app/session.ts';
import type { SearchState } from '../../../shell/search.ts';
import { CATEGORY_IDS, categoryLabel } from '../../catalog/category.ts';
import { DaysInput } from '../../forms/days-input.tsx';
import { WordsField } from '../../forms/words-field.tsx';
import { AnchorLink } from '../../links.tsx';
import { PageHead } from '../../page-head.tsx';
import type { Column } from '../../table/columns.ts';
import { Choice } from './choice.tsx';
import { PersonLink } from './person-link.tsx';
import { Standing, useStandingChoices, useStandingWord } from './person-parts.tsx';
import { ReasonGate } from './reason-gate.tsx';
import type { PeopleListSearch } from './search.ts';
import { StaffList } from './staff-list.tsx';

const SORTS = ['create_time', '-create_time', 'total_income', '-total_income'] as const;

/** All creators, for staff. */
export function CreatorsListPage({ search, onSearch }: SearchState<PeopleListSearch>) {
  const { t } = useTranslation('staff-lists');
  return (
    <>
      <PageHead title={t('creators.title')} text={t('creators.text')} />
      <ReasonGate reason={search.reason} onReason={(reason) => onSearch({ ...search, reason })}>
        {(reason) => <Creators reason={reason} search={search} onSearch={onSearch} />}
      </ReasonGate>
    </>
  );
}

function Creators({ reason, search, onSearch }: SearchState<PeopleListSearch> & { reason: string }) {
  const { t } = useTranslation(['staff-lists', 'shell']);
  const roles = useProfile()?.roles ?? [];
  const seesIncome = roles.includes('admin') || roles.includes('finance');
  const standing = useStandingWord();
  const standings = useStandingChoices();
  const [q, setQ] = useState('');
  const set = (change: PeopleListSearch) => onSearch({ ...search, ...change });
  const { status, is_verified, is_recommended, category_id, right, from, to } = search;
  const filter = {
    status,
    is_verified,
    is_recommended,
    category_id,
    from,
    to,
    ...(roles.includes('admin') && { right }),
  };
  const categoryOf = (id: string): string => {
    const label = categoryLabel(id);
    return label === undefined ? '' : t(`shell:${label}`);
  };
  const marksOf = (creator: StaffCreator): string[] => [
    ...(creator.is_verified === 1 ? [t('verified')] : []),
    ...(creator.is_recommended ? [] : [t('creators.notRecommended')]),
  ];
  const columns: Column<StaffCreator>[] = [
    {
      id: 'name',
      head: t('shell:table.name'),
      kind: 'name',
      value: ({ name, user_id }) => name || user_id,
      cell: ({ user_id, name }) => <PersonLink user_id={user_id} name={name} reason={reason} />,
    },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      value: (creator) => standing(creator.status),
      cell: (creator) => <Standing status={creator.status} />,
    },
    { id: 'category', head: t('creators.category'), value: (creator) => categoryOf(creator.category_id) },
    {
      id: 'marks',
      head: t('creators.marks'),
      kind: 'status',
      value: (creator) => marksOf(creator).join(', '),
      cell: (creator) =>
        marksOf(creator).map((one) => (
          <Badge key={one} color="gray">
            {one}
          </Badge>
        )),
    },
    { id: 'create_time', head: t('creators.since'), kind: 'time', value: (creator) => creator.create_time },
    ...(seesIncome
      ? ([
          {
            id: 'total_income',
            head: t('users.income'),
            kind: 'money',
            value: (creator) => creator.total_income,
          },
        ] satisfies Column<StaffCreator>[])
      : []),
    {
      id: 'page',
      head: t('creators.page'),
      value: ({ url_slug }) => (url_slug === '' ? null : `/a/${url_slug}`),
      cell: ({ url_slug }) =>
        url_slug !== '' && (
          <AnchorLink to="/a/$slug" params={{ slug: url_slug }} underline="always">
            /a/{url_slug}
          </AnchorLink>
        ),
    },
  ];
  return (
    <StaffList
      label={t('creators.title')}
      columns={columns}
      rowKey={({ user_id }) => user_id}
      sorts={seesIncome ? ['create_time', 'total_income'] : ['create_time']}
      queryKey={[listCreators.path, reason, q, filter]}
      read={({ signal, sort, ...page }) =>
        call(
          listCreators,
          { ...filter, ...page, q, reason, sort: SORTS.find((one) => one === sort) },
          signal && { signal },
        )
      }
      file="creators"
      empty={t('creators.none')}
      filters={
        <Group gap="xs">
          <WordsField
            words={q}
            longest={120}
            label={t('search.label')}
            hint={t('search.creators')}
            style={{ flex: '1 1 320px' }}
            onSearch={(words) => setQ(words ?? '')}
          />
          <Choice
            label={t('filter.status')}
            value={status}
            choices={standings}
            onChange={(one) => set({ status: one })}
          />
          <Choice
            label={t('creators.category')}
            value={category_id}
            choices={CATEGORY_IDS.map((one) => [one, categoryOf(one)] as const)}
            onChange={(one) => set({ category_id: one })}
          />
          <Choice
            label={t('filter.verified')}
            value={is_verified}
            choices={[
              [1, t('verified')],
              [0, t('filter.notVerified')],
            ]}
            onChange={(one) => set({ is_verified: one })}
          />
          <Choice
            label={t('filter.recommended')}
            value={is_recommended}
            choices={[
              [1, t('filter.isRecommended')],
              [0, t('creators.notRecommended')],
            ]}
            onChange={(one) => set({ is_recommended: one })}
          />
          <DaysInput
            clearable
            from={from}
            to={to}
            onChange={(days) => set({ from: days?.from, to: days?.to })}
          />
        </Group>
      }
    />
  );
}
