import { Text } from '@mantine/core';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import type { Member } from '#services/contract/memberships/sponsors.ts';
import type { Column } from '../../components/table/columns.ts';
import { useLocale } from '../../language/use-locale.ts';
import { Person } from './person.tsx';

export const memberKey = ({ user, plan }: Member): string =>
  `${user.user_id} ${plan.plan_id} ${plan.begin_time}`;

/** Columns of the memberships, which come with those that end first in front. */
export function useMemberColumns(): Column<Member>[] {
  const { t, formats } = useLocale('refunds');
  return [
    {
      id: 'fan',
      head: t('members.fan'),
      kind: 'name',
      value: ({ user }) => user.name,
      cell: ({ user }) => <Person user={user} />,
    },
    { id: 'plan', head: t('members.plan'), kind: 'name', value: ({ plan }) => plan.name },
    {
      id: 'since',
      head: t('members.since'),
      kind: 'time',
      value: ({ plan }) => plan.begin_time,
      cell: ({ plan }) => formats.date(plan.begin_time),
    },
    {
      id: 'until',
      head: t('members.until'),
      kind: 'time',
      value: ({ plan }) => plan.expire_time,
      cell: ({ plan: { expire_time } }) =>
        expire_time === NEVER_ENDS ? t('members.forever') : formats.dateTime(expire_time),
      words: ({ plan: { expire_time } }) =>
        expire_time === NEVER_ENDS ? t('members.forever') : formats.fileTime(expire_time),
    },
    {
      id: 'renews',
      head: t('members.renews'),
      value: ({ renews }) => t(renews ? 'members.yes' : 'members.no'),
    },
    {
      id: 'monthly',
      head: t('members.monthly'),
      kind: 'money',
      value: ({ plan }) => plan.monthly_amount,
      cell: ({ plan: { monthly_amount } }) =>
        Number(monthly_amount) === 0 ? (
          t('members.free')
        ) : (
          <>
            {formats.money(monthly_amount)}
            <Text span inherit fw={400} hiddenFrom="sm">
              {t('members.aMonth')}
            </Text>
          </>
        ),
    },
  ];
}
