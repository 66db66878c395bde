import { Modal, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createApp, editApp, type OauthApp } from '#services/contract/open/apps.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';

const MAX_NAME_LENGTH = 30;

interface Props {
  /** `new`: one is created. */
  subject: 'new' | OauthApp | undefined;
  onClose: () => void;
  onMade: (made: { client_id: string; client_secret: string }) => void;
}

/** Creates or changes an application: name, addresses, and whether it has a secret. */
export function AppForm({ subject, onClose, onMade }: Props) {
  const { t } = useTranslation(['open-apps', 'shell']);
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={t(subject === 'new' ? 'own.create' : 'own.edit')}
    >
      <Fields subject={subject} onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function Fields({ subject, onClose, onMade }: Props) {
  const { t } = useTranslation(['open-apps', 'shell']);
  const app = subject === 'new' ? undefined : subject;
  const create = useCall(createApp, { quiet: true });
  const edit = useCall(editApp, { quiet: true, tells: true });
  const form = useServerForm({
    initialValues: {
      name: app?.name ?? '',
      redirect_uris: app?.redirect_uris.join('\n') ?? '',
      with_secret: true,
    },
    send: {
      isPending: create.isPending || edit.isPending,
      mutate: ({ with_secret, ...details }: Details & { with_secret: boolean }, { onSuccess, onError }) =>
        app
          ? edit.mutate(
              { client_id: app.client_id, ...details },
              { onSuccess: () => onSuccess(undefined), onError },
            )
          : create.mutate({ with_secret, ...details }, { onSuccess, onError }),
    },
    requestOf: ({ redirect_uris, ...values }) => ({
      ...values,
      redirect_uris: redirect_uris
        .split('\n')
        .map((uri) => uri.trim())
        .filter((uri) => uri !== ''),
    }),
    onDone: (made: Made | undefined) => {
      onClose();
      if (made) onMade(made);
    },
  });
  return (
    <ServerForm form={form} submit={t(app ? 'shell:action.save' : 'own.create')} onCancel={onClose}>
      <TextInput
        label={t('own.name')}
        description={t('own.nameText')}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('own.addresses')}
        description={t('own.addressesText')}
        placeholder="https://example.com/callback"
        maxRows={10}
        spellCheck={false}
        {...form.getInputProps('redirect_uris')}
      />
      {!app && (
        <Switch
          label={t('own.withSecret')}
          description={t('own.withSecretText')}
          {...form.getInputProps('with_secret', { type: 'checkbox' })}
        />
      )}
    </ServerForm>
  );
}

type Made = { client_id: string; client_secret: string };
interface Details {
  name: string;
  redirect_uris: string[];
}
