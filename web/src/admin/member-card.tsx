import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StaffMember, StaffRoleName } from '#services/api/staff/contract/admin.ts';
import { useProfile } from '../api/session.ts';
import { useFormats } from '../language/use-formats.ts';

interface Props {
  member: StaffMember;
  /** There is no other admin: that role cannot be taken. */
  lastAdmin: boolean;
  onRevoke: (role: StaffRoleName) => void;
}

/** One staff member: each role with time, grantor and reason, and its revocation. */
export function MemberCard({ member, lastAdmin, onRevoke }: Props) {
  const { t } = useTranslation('staff');
  const own = useProfile()?.user.user_id === member.user_id;
  const { name, held } = member;
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Group gap="xs">
        <Text fw={650}>{name}</Text>
        {own && <Badge variant="light">{t('members.you')}</Badge>}
      </Group>
      <Stack gap="sm" mt="xs">
        {held.map((one) => {
          const last = one.role === 'admin' && lastAdmin;
          return (
            <Group key={one.role} justify="space-between" gap="xs" align="flex-start">
              <HeldRole one={one} />
              {own || last ? (
                <Text size="sm" c="dimmed">
                  {t(own ? 'members.own' : 'members.last')}
                </Text>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('revoke.of', { role: t(`role.${one.role}`), name })}
                  onClick={() => onRevoke(one.role)}
                >
                  {t('revoke.open')}
                </Button>
              )}
            </Group>
          );
        })}
      </Stack>
    </Paper>
  );
}

function HeldRole({ one }: { one: StaffMember['held'][number] }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { role, since, by, reason, position } = one;
  const time = formats.dateTime(since);
  const given =
    by === null
      ? t('members.atMachine', { time })
      : t('members.since', { time, name: by.name || by.user_id });
  return (
    <div style={{ minWidth: 0, flex: '1 1 220px' }}>
      <Text>{t(`role.${role}`)}</Text>
      <Text size="sm" c="dimmed" className="figures" style={{ overflowWrap: 'anywhere' }}>
        {position === null ? t('members.before', { time }) : given}
      </Text>
      {reason !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('action.because', { reason })}
        </Text>
      )}
    </div>
  );
}
