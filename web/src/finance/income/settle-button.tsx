import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { type SettledMonth, settleMonth } from '#services/contract/income/calls.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** Settles a month that is over, in steps; `left` counts down while it runs. */
function useSettleMonth(month: string) {
  const [left, setLeft] = useState<number>();
  const settling = useMutation({
    mutationFn: async (reason: string): Promise<number> => {
      // All steps of it are one action.
      const run = crypto.randomUUID();
      let settled = 0;
      for (;;) {
        const step: SettledMonth = await call(settleMonth, { month, reason, run });
        settled += step.settled;
        setLeft(step.left);
        if (step.left === 0) return settled;
      }
    },
    meta: { quiet: true },
  });
  return { ...settling, left };
}

/** Settles a finished month manually, with a reason and progress; concurrent runs change nothing. */
export function SettleButton({ month }: { month: string }) {
  const { t, formats } = useLocale(['income-settlements', 'staff']);
  const settling = useSettleMonth(month);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button loading={settling.isPending} onClick={() => setAsking(true)}>
        {t('settle.yes')}
      </Button>
      <Modal opened={asking} onClose={close} title={t('settle.yes')}>
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
