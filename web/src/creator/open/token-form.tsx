import { Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createOpenToken } from '#services/contract/open/developer.ts';
import { OPEN_SCOPES, type OpenScope, READING_SCOPES } from '#services/contract/open/scopes.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';

const MAX_NAME_LENGTH = 30;

interface Props {
  opened: boolean;
  onClose: () => void;
  onMade: (token: string) => void;
}

/** Creates a token with name and scopes. */
export function TokenForm({ opened, onClose, onMade }: Props) {
  const { t } = useTranslation('open');
  return (
    <Modal opened={opened} onClose={onClose} title={t('tokens.create')}>
      <Fields onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function Fields({ onClose, onMade }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('open');
  const form = useServerForm({
    initialValues: { name: '', scopes: READING_SCOPES as OpenScope[] },
    send: useCall(createOpenToken, { quiet: true }),
    requestOf: (values) => values,
    onDone: ({ token }) => {
      onClose();
      onMade(token);
    },
  });
  return (
    <ServerForm form={form} submit={t('tokens.create')} onCancel={onClose}>
      <TextInput
        label={t('tokens.name')}
        placeholder={t('tokens.nameHint')}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('tokens.scopes')} {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt="xs">
          {OPEN_SCOPES.map((scope) => (
            <Group key={scope}>
              <Checkbox value={scope} label={t(`scope.${scope}`)} description={t(`scopeText.${scope}`)} />
            </Group>
          ))}
        </Stack>
      </Checkbox.Group>
    </ServerForm>
  );
}
