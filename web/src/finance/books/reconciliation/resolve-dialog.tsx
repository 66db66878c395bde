import { Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import {
  type ReconciledItem,
  reopenDifference,
  resolveDifference,
} from '#services/contract/books/statements.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { ReasonForm } from '../../../components/forms/reason-form.tsx';
import { useLocale } from '../../../language/use-locale.ts';

interface Props {
  item: ReconciledItem;
  /** Closed without one. */
  action: 'resolve' | 'reopen' | undefined;
  onClose: () => void;
}

/** The form for the reason, which is recorded, and for a write-off. */
export function ResolveDialog({ item, action, onClose }: Props) {
  const { t } = useLocale('books-reconciliation');
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={action && t(`judge.${action}`)}>
      {action !== undefined && <Form item={item} action={action} onClose={onClose} />}
    </Modal>
  );
}

/** The account of the write-off: amounts booked from a line are correct at the provider's account. */
const correctedBy = (kind: ReconciledItem['kind']): 'provider' | 'bank' | 'chargeback' =>
  kind === 'payout' ? 'bank' : kind === 'dispute' ? 'chargeback' : 'provider';

function Form({ item, action, onClose }: Props & { action: 'resolve' | 'reopen' }) {
  const { t, formats } = useLocale('books-reconciliation');
  const review = useMutation({
    mutationFn: ({ reason, write_off }: { reason: string; write_off: boolean | null }) => {
      const { difference_id: id, ours, theirs } = item;
      // With the amounts on the screen.
      return write_off === null
        ? call(reopenDifference, { id, reason })
        : call(resolveDifference, { id, reason, write_off, ours, theirs });
    },
    meta: { quiet: true },
  });
  const [writeOff, setWriteOff] = useState(false);
  const amount = formats.money(item.difference);
  return (
    <ReasonForm
      about={t(`judge.about.${action}`, { amount })}
      label={t('judge.reason')}
      hint={t('judge.reasonHint')}
      yes={t(`judge.${action}`)}
      send={review}
      requestOf={(reason) => ({ reason, write_off: action === 'reopen' ? null : writeOff })}
      saved={t(`judge.done.${action}`)}
      onClose={onClose}
    >
      {action === 'resolve' && (
        <Checkbox
          label={t('judge.writeOff', { amount })}
          description={t(`judge.writeOffHint.${correctedBy(item.kind)}`)}
          checked={writeOff}
          onChange={({ currentTarget }) => setWriteOff(currentTarget.checked)}
        />
      )}
    </ReasonForm>
  );
}
