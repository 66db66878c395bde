import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type Session,
} from '#services/contract/accounts/sessions.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { useSignOut } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { useConfirm } from '../../../components/confirm.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Signed-in devices, and signing out: this one, another, or all others. */
export function SessionSettings() {
  const { t } = useLocale('accounts');
  const [page, setPage] = useState(1);
  const query = useQuery(queryOf(listSessions, { page }));
  const signedOut = (message: string) => {
    setPage(1);
    notifications.show({ color: 'green', message });
  };
  const others = useCall(revokeOtherSessions, { onSuccess: () => signedOut(t('setting.othersSignedOut')) });
  const { confirm, dialog } = useConfirm();
  return (
    <Section title={t('setting.sessions')} text={t('setting.sessionsText')}>
      <Collection query={query} waiting={{ count: 2, height: 48 }} page={page} onPage={setPage}>
        {({ list, total_count }) => (
          <>
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map((session) => (
                <SessionRow
                  key={session.session_id}
                  session={session}
                  onSignedOut={() => signedOut(t('setting.deviceSignedOut'))}
                />
              ))}
            </Stack>
            {total_count > 1 && (
              <Group mt="xs">
                <Button
                  variant="light"
                  color="red"
                  loading={others.isPending}
                  onClick={() =>
                    confirm({
                      text: t('setting.signOutOthersAsk'),
                      yes: t('setting.signOutOthers'),
                      onYes: () => others.mutate({}),
                    })
                  }
                >
                  {t('setting.signOutOthers')}
                </Button>
              </Group>
            )}
          </>
        )}
      </Collection>
      <LastSignIn />
      {dialog}
    </Section>
  );
}

/** From where the account was signed in last. */
function LastSignIn() {
  const { t, formats } = useLocale('accounts');
  const last = useQuery(queryOf(getMyAccount, {})).data?.account.last_sign_in;
  if (last == null) return null;
  const ip = [last.ip, last.ip_area].filter(Boolean).join(' · ');
  return (
    <Text className="hint figures">{t('setting.lastSignIn', { time: formats.dateTime(last.time), ip })}</Text>
  );
}

interface RowProps {
  session: Session;
  onSignedOut: () => void;
}

function SessionRow({ session, onSignedOut }: RowProps) {
  const { session_id, current, browser, system, create_time, seen_time } = session;
  const { t, formats } = useLocale('accounts');
  const navigate = useNavigate();
  const signOut = useSignOut();
  const revoke = useCall(revokeSession, { onSuccess: onSignedOut });
  const name = [t(`browser.${browser}`), system].filter(Boolean).join(' · ');
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 200px' }}>
        <Group gap={8}>
          <Text fw={650}>{name}</Text>
          {current && <Badge>{t('setting.thisDevice')}</Badge>}
        </Group>
        <Group gap="0 16px" className="hint figures">
          <span>{t('setting.signedIn', { time: formats.dateTime(create_time) })}</span>
          {!current && <span>{t('setting.lastUsed', { time: formats.dateTime(seen_time) })}</span>}
        </Group>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t('setting.signOutOf', { name })}
        loading={current ? signOut.isPending : revoke.isPending}
        onClick={() =>
          current
            ? signOut.mutate({}, { onSettled: () => void navigate({ to: '/' }) })
            : revoke.mutate({ session_id })
        }
      >
        {t('setting.signOut')}
      </Button>
    </Group>
  );
}
