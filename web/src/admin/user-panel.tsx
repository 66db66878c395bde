import { Badge, Button, Group, Modal, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSING_STATUS, USER_STATUS } from '#events/status.ts';
import {
  changeUserRight,
  changeUserStatus,
  changeVerified,
  setUserRemark,
  type UserPanel as User,
} from '#services/contract/staff/users.ts';
import { useCall } from '../api/queries.ts';
import { Fact } from '../components/fact.tsx';
import { ServerForm } from '../components/forms/server-form.tsx';
import { type Sending, useServerForm } from '../components/forms/use-server-form.ts';
import { PersonPicture } from '../components/pictures/person-picture.tsx';
import { Section } from '../components/section.tsx';
import { ShortId } from '../components/short-id.tsx';
import { useLocale } from '../language/use-locale.ts';

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

const AMOUNTS = [
  'total_consume',
  'total_income',
  'current_income',
  'unconfirm_amount',
  'confirmed_amount',
  'current_amount',
  'unwithdraw_creator_amount',
  'unwithdraw_total_amount',
] as const;

/** What a person has and may do, with the changes that an admin can make. */
export function UserPanel({ user }: { user: User }) {
  const { t, formats } = useLocale('staff');
  const { cacellation_apply: closing, verify_apply: verify } = user;
  return (
    <Stack gap="lg">
      <Head user={user} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t('users.money')}>
          <Stack gap={8}>
            {AMOUNTS.map((name) => (
              <Fact key={name} label={t(`users.amount.${name}`)}>
                {formats.money(user[name])}
              </Fact>
            ))}
          </Stack>
        </Section>
        <Stack gap="lg">
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
                {verify?.create_time == null ? t('users.no') : formats.dateTime(verify.create_time)}
              </Fact>
            </Stack>
          </Section>
          <Remark user={user} />
        </Stack>
      </SimpleGrid>
      {user.is_creator && <Rights user={user} />}
    </Stack>
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
          <ReasonForm
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
        <ReasonForm
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
const useRight = () => useCall(changeUserRight, { quiet: true });

interface ReasonProps<Sent, Answer> {
  hint?: string;
  yes: string;
  send: () => Sending<Sent, Answer>;
  requestOf: (reason: string) => Sent;
  onDone: () => void;
}

/** A change that needs nothing but its reason. */
function ReasonForm<Sent, Answer>({
  hint,
  yes,
  send: useSend,
  requestOf,
  onDone,
}: ReasonProps<Sent, Answer>) {
  const { t } = useTranslation('staff');
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('reason.needed') : null) },
    send: useSend(),
    requestOf: ({ reason }) => requestOf(reason.trim()),
    saved: t('users.done'),
    onDone,
  });
  return (
    <ServerForm form={form} submit={yes} onCancel={onDone}>
      {hint !== undefined && <Text>{hint}</Text>}
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}

function Rights({ user }: { user: User }) {
  const { t } = useTranslation('staff');
  const [chosen, setChosen] = useState<User['rights'][number]>();
  const close = () => setChosen(undefined);
  return (
    <Section title={t('users.rights')} text={t('users.rightsText')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {user.rights.map((one) => (
          <Group key={one.name} justify="space-between" wrap="nowrap" gap="sm">
            <Text
              size="sm"
              c={one.granted ? undefined : 'dimmed'}
              style={{ overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {one.name}
            </Text>
            <Button
              size="xs"
              style={{ flexShrink: 0 }}
              variant={one.granted ? 'light' : 'default'}
              aria-label={t(one.granted ? 'users.takeOf' : 'users.giveOf', { name: one.name })}
              onClick={() => setChosen(one)}
            >
              {t(one.granted ? 'users.take' : 'users.give')}
            </Button>
          </Group>
        ))}
      </SimpleGrid>
      <Modal
        opened={chosen !== undefined}
        onClose={close}
        title={chosen && t(chosen.granted ? 'users.takeOf' : 'users.giveOf', { name: chosen.name })}
      >
        {chosen !== undefined && (
          <ReasonForm
            yes={t(chosen.granted ? 'users.take' : 'users.give')}
            send={useRight}
            requestOf={(reason) => ({
              user_id: user.user_id,
              right: chosen.name,
              granted: !chosen.granted,
              reason,
            })}
            onDone={close}
          />
        )}
      </Modal>
    </Section>
  );
}

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
