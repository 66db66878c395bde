import { Anchor, Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FactorList } from '#services/contract/accounts/factors.ts';
import {
  addPasskey,
  MAX_PASSKEY_NAME,
  removePasskey,
  renamePasskey,
  setUpPasskey,
} from '#services/contract/accounts/passkeys.ts';
import { useCall, useMutation } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { refusedFields } from '../../../components/forms/refused-fields.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { usePasskeySentence } from '../../../components/passkeys/passkey-button.tsx';
import { PasskeyStopped } from '../../../components/passkeys/passkey-stopped.ts';
import { usePasskeyPlace } from '../../../components/passkeys/use-passkey-place.ts';
import { RowButton } from '../../../components/row-button.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Passkeys of a person (services/runtime/quotas.ts). */
const MOST = 10;

interface Props extends FactorList {
  onCodes: (codes: readonly string[]) => void;
}

/** The person's passkeys, and a form for another. */
export function Passkeys({ onCodes, ...factors }: Props) {
  const { t } = useTranslation('accounts-security');
  const { passkeys, totp } = factors;
  const found = usePasskeyPlace();
  return (
    <Stack gap="md">
      {passkeys.length > 0 && (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} isLast={!totp && passkeys.length === 1} />
          ))}
        </Stack>
      )}
      {found?.place === 'nowhere' && <Text className="hint">{t('passkey.nowhere')}</Text>}
      {found?.place === 'elsewhere' && (
        <Text className="hint">
          {t('passkey.elsewhere')} <Anchor href={`${found.origin}/setting/security`}>{found.origin}</Anchor>
        </Text>
      )}
      {found?.place === 'here' &&
        (passkeys.length < MOST ? (
          <AddPasskey onCodes={onCodes} />
        ) : (
          <Text className="hint">{t('passkey.full', { max: MOST })}</Text>
        ))}
    </Stack>
  );
}

function AddPasskey({ onCodes }: Pick<Props, 'onCodes'>) {
  const { t } = useTranslation('accounts-security');
  const sentence = usePasskeySentence();
  const begin = useCall(setUpPasskey, { quiet: true, refresh: false });
  const add = useCall(addPasskey, { quiet: true });
  const make = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const options = await begin.mutateAsync({});
      const { makePasskey } = await import('../../../components/passkeys/authenticator.ts');
      return add.mutateAsync({ name, credential: await makePasskey(options) });
    },
    meta: { quiet: true, refresh: false },
  });
  const form = useServerForm({
    initialValues: { name: '' },
    send: make,
    requestOf: ({ name }) => ({ name: name.trim() }),
    fieldsOf: (error) =>
      error instanceof PasskeyStopped ? { credential: sentence(error) } : refusedFields(error),
    saved: t('passkey.added'),
    onDone: ({ recovery_codes }) => {
      form.reset();
      if (recovery_codes.length > 0) onCodes(recovery_codes);
    },
  });
  return (
    <ServerForm form={form} left submit={t('passkey.add')} style={{ maxWidth: 420 }}>
      <TextInput
        label={t('passkey.name')}
        placeholder={t('passkey.nameHint')}
        maxLength={MAX_PASSKEY_NAME}
        {...form.getInputProps('name')}
      />
    </ServerForm>
  );
}

interface RowProps {
  passkey: FactorList['passkeys'][number];
  /** Without it the account has no second factor. */
  isLast: boolean;
}

function PasskeyRow({ passkey, isLast }: RowProps) {
  const { passkey_id, synced, create_time, last_use_time } = passkey;
  const { t, formats } = useLocale('accounts-security');
  const { confirm, dialog } = useConfirm();
  const [isRenaming, renaming] = useDisclosure();
  const remove = useCall(removePasskey, { tells: true });
  const name = passkey.name || t('passkey.unnamed');
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '1 1 220px' }}>
        <IconFingerprint size={24} aria-hidden style={{ flexShrink: 0 }} />
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {synced && <Badge>{t('passkey.synced')}</Badge>}
          </Group>
          <Group gap="0 16px" className="hint figures">
            <span>{t('passkey.since', { time: formats.date(create_time) })}</span>
            <span>
              {last_use_time === 0
                ? t('passkey.unused')
                : t('passkey.used', { time: formats.dateTime(last_use_time) })}
            </span>
          </Group>
        </div>
      </Group>
      <Group gap="xs">
        <RowButton
          text={t('passkey.rename')}
          full={t('passkey.renameNamed', { name })}
          onClick={renaming.open}
        />
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkey.removeNamed', { name })}
          loading={remove.isPending}
          onClick={() =>
            confirm({
              text: t(isLast ? 'passkey.removeLast' : 'passkey.removeAsk', { name }),
              yes: t('passkey.remove'),
              onYes: () => remove.mutate({ passkey_id }),
            })
          }
        >
          {t('passkey.remove')}
        </Button>
      </Group>
      <Modal
        opened={isRenaming}
        onClose={renaming.close}
        title={t('passkey.renameNamed', { name })}
        size="sm"
      >
        <Rename passkey={passkey} onDone={renaming.close} />
      </Modal>
      {dialog}
    </Group>
  );
}

function Rename({ passkey, onDone }: Pick<RowProps, 'passkey'> & { onDone: () => void }) {
  const { t } = useTranslation(['accounts-security', 'shell']);
  const { passkey_id, name } = passkey;
  const form = useServerForm({
    initialValues: { name },
    send: useCall(renamePasskey, { quiet: true }),
    requestOf: (values) => ({ passkey_id, name: values.name.trim() }),
    saved: t('passkey.renamed'),
    onDone,
  });
  return (
    <ServerForm form={form} submit={t('shell:action.save')} onCancel={onDone}>
      <TextInput
        label={t('passkey.newName')}
        maxLength={MAX_PASSKEY_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </ServerForm>
  );
}
