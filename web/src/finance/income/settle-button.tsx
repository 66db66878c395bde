import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { useSettleMonth } from './use-settle-month.ts';

/** Settles a finished month by hand, with a reason and progress; concurrent runs change nothing. */
export function SettleButton({ month }: { month: string }) {
  const { t } = useTranslation(['settlements', 'staff', 'shell']);
  const formats = useFormats();
  const settling = useSettleMonth(month);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button loading={settling.isPending} onClick={() => setAsking(true)}>
        {t('settle.yes')}
      </Button>
      <Modal
        opened={asking}
        onClose={close}
        title={t('settle.yes')}
        closeButtonProps={{ 'aria-label': t('shell:action.close') }}
      >
        <ReasonForm
          about={t('settle.ask', { month: formats.month(month) })}
          hint={t('staff:reason.hint')}
          yes={t('settle.yes')}
          send={settling}
          requestOf={(reason) => reason}
          saved={(count) => t('settle.done', { count })}
          onClose={close}
        />
        {settling.isPending && settling.left !== undefined && (
          <span role="status">{t('settle.left', { count: settling.left })}</span>
        )}
      </Modal>
    </>
  );
}
