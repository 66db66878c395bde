import { Button, FileButton, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadStatement } from '../../api/reconciliation.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { UploadReport } from './upload-report.tsx';

/** Hands a provider's statement in, and says what became of it. */
export function UploadButton() {
  const { t } = useTranslation(['reconciliation', 'shell']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('upload.title')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('upload.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('shell:action.close') }}
      >
        {open && <Upload />}
      </Modal>
    </>
  );
}

function Upload() {
  const { t } = useTranslation('reconciliation');
  const upload = useUploadStatement();
  return (
    <Stack gap="md">
      <Text>{t('upload.text')}</Text>
      <Text size="sm" c="dimmed">
        {t('upload.formats')}
      </Text>
      <FileButton
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => file !== null && upload.mutate(file)}
      >
        {(props) => (
          <Button
            {...props}
            leftSection={<IconUpload size={18} aria-hidden />}
            loading={upload.isPending}
            variant={upload.data === undefined ? 'filled' : 'default'}
          >
            {t(upload.data === undefined ? 'upload.choose' : 'upload.another')}
          </Button>
        )}
      </FileButton>
      {upload.error !== null && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {fieldRefusal(upload.error, 'file') ?? sentenceOf(upload.error)}
        </Text>
      )}
      {upload.data !== undefined && <UploadReport report={upload.data} />}
    </Stack>
  );
}
