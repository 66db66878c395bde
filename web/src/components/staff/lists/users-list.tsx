import { Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsers, type StaffUser } from '#services/contract/staff/lists.ts';
import { call } from '../../../api/client.ts';
import { useProfile } from '../../../app/session.ts';
import type { SearchState } from '../../../shell/search.ts';
import { DaysInput } from '../../forms/days-input.tsx';
import { WordsField } from '../../forms/words-field.tsx';
import { PageHead } from '../../page-head.tsx';
import type { Column } from '../../table/columns.ts';
import { STAFF_ROLES } from '../staff-role.ts';
import { Choice } from './choice.tsx';
import { PersonLink } from './person-link.tsx';
import { Standing, useStandingChoices, useStandingWord } from './person-parts.tsx';
import { ReasonGate } from './reason-gate.tsx';
import type { PeopleListSearch } from './search.ts';
import { StaffList } from './staff-list.tsx';

const SORTS = [
  'create_time',
  '-create_time',
  'seen_time',
  '-seen_time',
  'total_consume',
  '-total_consume',
] as const;
const BY_TIME = ['create_time', 'seen_time'];

/** Everybody who has an account, for staff. */
export function UsersListPage({ search, onSearch }: SearchState<PeopleListSearch>) {
  const { t } = useTranslation('staff-lists');
  return (
    <>
      <PageHead title={t('users.title')} text={t('users.text')} />
      <ReasonGate reason={search.reason} onReason={(reason) => onSearch({ ...search, reason })}>
        {(reason) => <Users reason={reason} search={search} onSearch={onSearch} />}
      </ReasonGate>
    </>
  );
}

function Users({ reason, search, onSearch }: SearchState<PeopleListSearch> & { reason: string }) {
  const { t } = useTranslation(['staff-lists', 'staff', 'shell']);
  const isAdmin = useProfile()?.roles.includes('admin') === true;
  const standing = useStandingWord();
  const standings = useStandingChoices();
  const [q, setQ] = useState('');
  const set = (change: PeopleListSearch) => onSearch({ ...search, ...change });
  const { status, is_creator, is_verified, role, right, from, to } = search;
  const filter = { status, is_creator, is_verified, from, to, ...(isAdmin && { role, right }) };
  const rolesOf = (user: StaffUser): string[] => [
    ...(user.is_creator ? [t('users.creator')] : []),
    ...(user.is_verified === 1 ? [t('verified')] : []),
    ...user.roles.map((one) => t(`staff:role.${one}`)),
  ];
  const columns: Column<StaffUser>[] = [
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
      value: (user) => standing(user.status),
      cell: (user) => <Standing status={user.status} />,
    },
    {
      id: 'roles',
      head: t('users.roles'),
      kind: 'status',
      value: (user) => rolesOf(user).join(', '),
      cell: (user) =>
        rolesOf(user).map((one) => (
          <Badge key={one} color="gray">
            {one}
          </Badge>
        )),
    },
    { id: 'create_time', head: t('users.registered'), kind: 'time', value: (user) => user.create_time },
    { id: 'seen_time', head: t('users.seen'), kind: 'time', value: (user) => user.seen_time },
    ...(isAdmin
      ? ([
          { id: 'total_consume', head: t('users.paid'), kind: 'money', value: (user) => user.total_consume },
          { id: 'total_income', head: t('users.income'), kind: 'money', value: (user) => user.total_income },
          {
            id: 'rights',
            head: t('users.rights'),
            kind: 'text',
            optional: true,
            value: ({ special_rights, taken_rights }) =>
              [...special_rights, ...taken_rights.map((one) => `−${one}`)].join(', '),
          },
        ] satisfies Column<StaffUser>[])
      : []),
    { id: 'user_id', head: 'ID', optional: true, value: ({ user_id }) => user_id },
  ];
  return (
    <StaffList
      label={t('users.title')}
      columns={columns}
      rowKey={({ user_id }) => user_id}
      sorts={isAdmin ? [...BY_TIME, 'total_consume'] : BY_TIME}
      queryKey={[listUsers.path, reason, q, filter]}
      read={({ signal, sort, ...page }) =>
        call(
          listUsers,
          { ...filter, ...page, q, reason, sort: SORTS.find((one) => one === sort) },
          signal && { signal },
        )
      }
      file="users"
      empty={t('users.none')}
      filters={
        <Group gap="xs">
          <WordsField
            words={q}
            longest={120}
            label={t('search.label')}
            hint={t('search.users')}
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
            label={t('filter.creator')}
            value={is_creator}
            choices={[
              [1, t('filter.creators')],
              [0, t('filter.others')],
            ]}
            onChange={(one) => set({ is_creator: one })}
          />
          {isAdmin && (
            <Choice
              label={t('filter.role')}
              value={role}
              choices={STAFF_ROLES.map((one) => [one, t(`staff:role.${one}`)] as const)}
              onChange={(one) => set({ role: one })}
            />
          )}
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
