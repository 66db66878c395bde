import { Button, FileButton, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StatedPeriod, useUploadStatement } from '../../api/reconciliation.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { StatedPeriodFields } from './stated-period-fields.tsx';
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
  const [period, setPeriod] = useState<StatedPeriod>({ from: null, to: null });
  const [sent, setSent] = useState(period);
  const again = useRef<() => void>(null);
  // What was wrong with other days is of no interest any more.
  const wrong = period === sent ? upload.error : null;
  const faults = { from: fieldRefusal(wrong, 'from'), to: fieldRefusal(wrong, 'to') };
  const elsewhere = faults.from !== undefined || faults.to !== undefined;
  return (
    <Stack gap="md">
      <Text>{t('upload.text')}</Text>
      <Text size="sm" c="dimmed">
        {t('upload.formats')}
      </Text>
      <StatedPeriodFields period={period} onPeriod={setPeriod} faults={faults} />
      <FileButton
        resetRef={again}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => {
          if (file === null) return;
          setSent(period);
          upload.mutate({ file, ...period });
          // The same file may be chosen once more, for another period.
          again.current?.();
        }}
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
      {wrong !== null && !elsewhere && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {fieldRefusal(wrong, 'file') ?? sentenceOf(wrong)}
        </Text>
      )}
      {upload.data !== undefined && <UploadReport report={upload.data} />}
    </Stack>
  );
}
