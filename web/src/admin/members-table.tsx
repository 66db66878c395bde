import { Badge, Button, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listStaff, type StaffMember, type StaffRoleName } from '#services/contract/staff/admin.ts';
import { queryOf } from '../api/queries.ts';
import { useProfile } from '../app/session.ts';
import { Collection } from '../components/collection.tsx';
import type { Column } from '../components/table/columns.ts';
import { DataTable } from '../components/table/data-table.tsx';
import { useLocale } from '../language/use-locale.ts';

/** One role of one person. */
interface Held {
  member: StaffMember;
  one: StaffMember['held'][number];
  /** The only admin: this role cannot be revoked. */
  last: boolean;
}

/** Each role of each person: since when, who granted it and why, and the button that revokes it. */
export function MembersTable({ onRevoke }: { onRevoke: (member: StaffMember, role: StaffRoleName) => void }) {
  const { t, formats } = useLocale(['staff', 'shell']);
  const own = useProfile()?.user.user_id;
  const query = useQuery(queryOf(listStaff, {}));
  const grantOf = ({ since, by, position }: Held['one']): string => {
    const time = formats.dateTime(since);
    if (position === null) return t('members.before', { time });
    return by === null
      ? t('members.atMachine', { time })
      : t('members.since', { time, name: by.name || by.user_id });
  };
  const columns: Column<Held>[] = [
    {
      id: 'name',
      head: t('shell:table.name'),
      kind: 'name',
      value: ({ member }) => member.name,
    },
    {
      id: 'role',
      head: t('grant.role'),
      kind: 'status',
      value: ({ one }) => t(`role.${one.role}`),
      cell: ({ member, one }) => (
        <>
          <Badge>{t(`role.${one.role}`)}</Badge>
          {member.user_id === own && <Badge color="gray">{t('members.you')}</Badge>}
        </>
      ),
    },
    { id: 'since', head: t('members.granted'), kind: 'text', value: ({ one }) => grantOf(one) },
    { id: 'reason', head: t('shell:table.reason'), kind: 'text', value: ({ one }) => one.reason },
  ];
  return (
    <Collection query={query} nothing={{ icon: <IconUsersGroup aria-hidden />, title: t('members.none') }}>
      {({ list, admin_count }) => (
        <DataTable
          part="members_"
          plain
          label={t('members.title')}
          columns={columns}
          rows={list.flatMap((member) =>
            member.held.map((one) => ({ member, one, last: one.role === 'admin' && admin_count === 1 })),
          )}
          rowKey={({ member, one }) => `${member.user_id} ${one.role}`}
          actions={({ member, one, last }) =>
            member.user_id === own || last ? (
              <Text className="hint">{t(member.user_id === own ? 'members.own' : 'members.last')}</Text>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={t('revoke.of', { role: t(`role.${one.role}`), name: member.name })}
                onClick={() => onRevoke(member, one.role)}
              >
                {t('revoke.open')}
              </Button>
            )
          }
        />
      )}
    </Collection>
  );
}
