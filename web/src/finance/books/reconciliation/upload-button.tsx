import { Alert, Button, FileButton, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StatementReport, uploadStatement } from '#services/contract/books/statements.ts';
import { useUpload } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { OutsideNote } from './outside-note.tsx';
import { RejectedTable } from './rejected-table.tsx';
import { type StatedPeriod, StatedPeriodFields } from './stated-period-fields.tsx';

const MAX_REASON_LENGTH = 200;

/** Uploads a provider's statement, and shows the result. */
export function UploadButton() {
  const { t } = useTranslation('books-reconciliation');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('upload.title')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('upload.title')} size="lg">
        {open && <Upload />}
      </Modal>
    </>
  );
}

function Upload() {
  const { t } = useTranslation(['books-reconciliation', 'staff']);
  const upload = useUpload(uploadStatement, { quiet: true });
  const [period, setPeriod] = useState<StatedPeriod>({ from: null, to: null });
  const [sent, setSent] = useState(period);
  const [reason, setReason] = useState('');
  const again = useRef<() => void>(null);
  // Errors of the former days are cleared.
  const wrong = period === sent ? upload.error : null;
  const faults = { from: fieldRefusal(wrong, 'from'), to: fieldRefusal(wrong, 'to') };
  const elsewhere = ['from', 'to', 'reason'].some((field) => fieldRefusal(wrong, field) !== undefined);
  return (
    <Stack gap="md">
      <Text>{t('upload.text')}</Text>
      <Text className="hint">{t('upload.formats')}</Text>
      <StatedPeriodFields period={period} onPeriod={setPeriod} faults={faults} />
      <Textarea
        label={t('staff:reason.note')}
        description={t('upload.noteHint')}
        minRows={1}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={fieldRefusal(wrong, 'reason')}
      />
      <FileButton
        resetRef={again}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => {
          if (file === null) return;
          setSent(period);
          upload.mutate({
            file,
            fields: { reason: reason.trim() },
            query: { from: period.from ?? undefined, to: period.to ?? undefined },
          });
          // The same file can be chosen again, for another period.
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

/** The result of a file: the number of new, known and bad lines, and whether it was read before. */
function UploadReport({ report }: { report: StatementReport }) {
  const { t, formats } = useLocale('books-reconciliation');
  const { repeated, fresh, known, outside, rejected, rejected_count, provider, from, to, amount, fee } =
    report;
  const good = rejected_count === 0;
  const Icon = repeated ? IconInfoCircle : good ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack gap="md" role="status">
      <Alert
        color={repeated ? 'blue' : good ? 'green' : 'orange'}
        icon={<Icon aria-hidden />}
        title={t(repeated ? 'report.repeated' : good ? 'report.good' : 'report.bad', {
          count: rejected_count,
        })}
      >
        <Text size="sm">
          {t(`provider.${provider as 'sandbox'}`)} · {formats.dateTime(from)} – {formats.dateTime(to)}
        </Text>
        <Text size="sm">{t('report.fresh', { count: fresh })}</Text>
        {known > 0 && <Text size="sm">{t('report.known', { count: known })}</Text>}
        <Text size="sm" className="figures">
          {t('report.sums', { amount: formats.money(amount), fee: formats.money(fee) })}
        </Text>
      </Alert>
      {outside !== null && outside > 0 && <OutsideNote count={outside} />}
      {rejected.length > 0 && <RejectedTable rejected={rejected} count={rejected_count} />}
    </Stack>
  );
}
