import {
  Badge,
  Button,
  Group,
  Modal,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  UnstyledButton,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSING_STATUS, USER_STATUS } from '#events/status.ts';
import {
  changeUserStatus,
  changeVerified,
  PERSON_FIGURES,
  setUserRemark,
  type UserPanel as User,
} from '#services/contract/staff/users.ts';
import { useCall } from '../api/queries.ts';
import { Fact } from '../components/fact.tsx';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import { PersonPicture } from '../components/pictures/person-picture.tsx';
import { Section } from '../components/section.tsx';
import { ShortId } from '../components/short-id.tsx';
import { useLocale } from '../language/use-locale.ts';
import { ChangeForm } from './change-form.tsx';
import { FigureEntries, type PersonFigure } from './figure-entries.tsx';
import { RightsPart } from './rights-part.tsx';

const STATUS_WORDS = {
  [USER_STATUS.shown]: 'users.status.shown',
  [USER_STATUS.hidden]: 'users.status.hidden',
  [USER_STATUS.banned]: 'users.status.banned',
} as const;
const STATUS_COLORS: Readonly<Record<number, string>> = {
  [USER_STATUS.shown]: 'green',
  [USER_STATUS.hidden]: 'orange',
  [USER_STATUS.banned]: 'red',
};
type Status = keyof typeof STATUS_WORDS;
const STATUSES: readonly Status[] = [USER_STATUS.shown, USER_STATUS.hidden, USER_STATUS.banned];

/** What a person has and may do, with the changes that an admin can make. */
export function UserPanel({ user, reason }: { user: User; reason: string }) {
  const { t, formats } = useLocale(['staff', 'shell']);
  const [figure, setFigure] = useState<PersonFigure>();
  const { cacellation_apply: closing, verify_apply: verify } = user;
  return (
    <Stack gap="lg">
      <Head user={user} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t('users.money')}>
          <Stack gap={8}>
            {PERSON_FIGURES.map((name) => (
              <Fact key={name} label={t(`users.amount.${name}`)}>
                <UnstyledButton
                  td="underline"
                  aria-label={t('shell:figure.explain', {
                    label: t(`users.amount.${name}`),
                    value: formats.money(user[name]),
                  })}
                  onClick={() => setFigure(name)}
                >
                  {formats.money(user[name])}
                </UnstyledButton>
              </Fact>
            ))}
          </Stack>
        </Section>
        <Stack gap="lg">
          <Section title={t('users.signIn')}>
            <Fact label={t('users.ip')}>
              {user.ip === '' ? t('users.no') : [user.ip, user.ip_area].filter(Boolean).join(' · ')}
            </Fact>
          </Section>
          <Section title={t('users.requests')}>
            <Stack gap={8}>
              <Fact label={t('users.closing')}>
                {closing === null
                  ? t('users.no')
                  : t(
                      `users.closingStatus.${closing.status === CLOSING_STATUS.pending ? 'pending' : 'over'}`,
                      {
                        time: formats.dateTime(closing.create_time),
                      },
                    )}
              </Fact>
              <Fact label={t('users.verify')}>
                {verify === null ? t('users.no') : <Verification verify={verify} />}
              </Fact>
            </Stack>
          </Section>
          <Remark user={user} />
        </Stack>
      </SimpleGrid>
      <RightsPart user={user} />
      <FigureEntries
        user_id={user.user_id}
        reason={reason}
        figure={figure}
        onClose={() => setFigure(undefined)}
      />
    </Stack>
  );
}

/** The state of a request for certification, since when, and why. */
function Verification({ verify }: { verify: NonNullable<User['verify_apply']> }) {
  const { t, formats } = useLocale('staff');
  const status = ([0, 1, 2, 3] as const).find((one) => one === verify.status);
  return (
    <>
      {status !== undefined && t(`users.verifyStatus.${status}`)}
      {verify.create_time !== null && ` · ${formats.dateTime(verify.create_time)}`}
      {verify.reason !== '' && <Text className="hint">{verify.reason}</Text>}
    </>
  );
}

function Head({ user }: { user: User }) {
  const { t, formats } = useLocale('staff');
  const [to, setTo] = useState<Status>();
  const [verifying, setVerifying] = useState(false);
  const status = STATUSES.find((one) => one === user.status) ?? USER_STATUS.shown;
  const isVerified = user.is_verified === 1;
  return (
    <Section
      title={user.name || user.user_id}
      text={t('users.since', { time: formats.dateTime(user.create_time) })}
      aside={<PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={48} />}
    >
      <Group gap="xs">
        <Badge color={STATUS_COLORS[status] ?? 'gray'}>{t(STATUS_WORDS[status])}</Badge>
        {isVerified && <Badge color="blue">{t('users.verified')}</Badge>}
        {user.roles.map((role) => (
          <Badge key={role} color="grape">
            {role}
          </Badge>
        ))}
        <ShortId>{user.user_id}</ShortId>
        {user.url_slug !== '' && <Text size="sm">/a/{user.url_slug}</Text>}
      </Group>
      <Group gap="xs">
        {STATUSES.filter((one) => one !== status).map((one) => (
          <Button
            key={one}
            variant="light"
            {...(one !== USER_STATUS.shown && { color: 'red' })}
            onClick={() => setTo(one)}
          >
            {t(`users.to.${one}`)}
          </Button>
        ))}
        <Button variant="default" onClick={() => setVerifying(true)}>
          {t(isVerified ? 'users.unverify' : 'users.certify')}
        </Button>
      </Group>
      <Modal opened={to !== undefined} onClose={() => setTo(undefined)} title={to && t(`users.to.${to}`)}>
        {to !== undefined && (
          <ChangeForm
            hint={t(`users.toHint.${to}`)}
            yes={t(`users.to.${to}`)}
            send={useStatus}
            requestOf={(reason) => ({ user_id: user.user_id, status: to, reason })}
            onDone={() => setTo(undefined)}
          />
        )}
      </Modal>
      <Modal
        opened={verifying}
        onClose={() => setVerifying(false)}
        title={t(isVerified ? 'users.unverify' : 'users.certify')}
      >
        <ChangeForm
          yes={t(isVerified ? 'users.unverify' : 'users.certify')}
          send={useVerified}
          requestOf={(reason) => ({ user_id: user.user_id, verified_type: isVerified ? 0 : 1, reason })}
          onDone={() => setVerifying(false)}
        />
      </Modal>
    </Section>
  );
}

const useStatus = () => useCall(changeUserStatus, { quiet: true });
const useVerified = () => useCall(changeVerified, { quiet: true });

function Remark({ user }: { user: User }) {
  const { t } = useTranslation(['staff', 'shell']);
  const form = useServerForm({
    initialValues: { remark: user.remark },
    send: useCall(setUserRemark, { quiet: true }),
    requestOf: ({ remark }) => ({ user_id: user.user_id, remark: remark.trim() }),
    saved: t('users.done'),
  });
  return (
    <Section title={t('users.remark')} text={t('users.remarkText')}>
      <ServerForm form={form} left submit={t('shell:action.save')}>
        <Textarea
          aria-label={t('users.remark')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('remark')}
        />
      </ServerForm>
    </Section>
  );
}
