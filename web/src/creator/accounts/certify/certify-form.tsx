import { Alert, Button, FileButton, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmitCertification } from '../../../api/certification.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useUploadPicture } from '../../../api/settings.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { Section } from '../../../components/section.tsx';

const LONGEST_ADDRESS = 500;

/** The evidence: an address, or a picture. */
export function CertifyForm({ again }: { again: boolean }) {
  const { t } = useTranslation('certify');
  const [url, setUrl] = useState('');
  const submit = useSubmitCertification();
  const upload = useUploadPicture();
  const wrong = fieldRefusal(submit.error, 'url');
  const choose = (file: File | null) => {
    if (file === null) return;
    upload.mutate(file, {
      onSuccess: (address) => {
        setUrl(address);
        notifications.show({ color: 'green', message: t('form.uploaded') });
      },
    });
  };
  return (
    <Section title={t('form.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate(url.trim());
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('form.url')}
            description={t('form.urlText')}
            placeholder={t('form.urlHint')}
            inputMode="url"
            autoComplete="off"
            maxLength={LONGEST_ADDRESS}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={wrong}
          />
          {submit.error !== null && wrong === undefined && (
            <Alert color="red" role="alert">
              {sentenceOf(submit.error)}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={submit.isPending} disabled={url.trim() === ''}>
              {t(again ? 'form.again' : 'form.submit')}
            </Button>
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
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
