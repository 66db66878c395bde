import { Button, FileButton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { uploadPicture } from '#services/contract/media/upload-forms.ts';
import { useCall, useUpload } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Section } from '../../../components/section.tsx';

const MAX_ADDRESS_LENGTH = 500;

/** The evidence: an address, or a picture. */
export function CertifyForm({ again }: { again: boolean }) {
  const { t } = useTranslation('accounts-certification');
  const upload = useUpload(uploadPicture, { refresh: false });
  const form = useServerForm({
    initialValues: { url: '' },
    send: useCall(submitCertification, { quiet: true }),
    requestOf: ({ url }) => ({ url: url.trim() }),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    upload.mutate(
      { file },
      {
        onSuccess: ({ url }) => {
          form.setFieldValue('url', url);
          notifications.show({ color: 'green', message: t('form.uploaded') });
        },
      },
    );
  };
  return (
    <Section title={t('form.title')}>
      <ServerForm
        form={form}
        left
        submit={t(again ? 'form.again' : 'form.submit')}
        button={{ disabled: form.values.url.trim() === '' }}
        beside={
          <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconUpload size={18} aria-hidden />}
              >
                {t('form.upload')}
              </Button>
            )}
          </FileButton>
        }
      >
        <TextInput
          label={t('form.url')}
          description={t('form.urlText')}
          placeholder={t('form.urlHint')}
          inputMode="url"
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
          {...form.getInputProps('url')}
        />
      </ServerForm>
    </Section>
  );
}
