import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { AttentionItem } from '#services/contract/books/finance-overview.ts';
import { closeMissingStatement, closeUnclearPayment } from '#services/contract/books/statements.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { ReasonForm } from '../../../components/forms/reason-form.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';

/** Kinds of entries that finance closes when nothing else ends them. */
const CLOSED = {
  statement_missing: 'attention.close.statement',
  payment_undecided: 'attention.close.payment',
} as const;

interface Props {
  item: AttentionItem;
}

/** Finance closes an entry with a reason; nothing for entries that end otherwise. */
export function CloseEntry({ item: { kind, ref } }: Props) {
  const { t } = useLocale('finance');
  const past = useAsOf() !== undefined;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (past || !(kind in CLOSED)) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" mt={6} onClick={() => setOpened(true)}>
        {t('attention.close.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('attention.close.title')}>
        <Form kind={kind as keyof typeof CLOSED} itemRef={ref} onClose={close} />
      </Modal>
    </>
  );
}

interface FormProps {
  kind: keyof typeof CLOSED;
  itemRef: string;
  onClose: () => void;
}

function Form({ kind, itemRef, onClose }: FormProps) {
  const { t } = useLocale(['finance', 'books-reconciliation']);
  const [provider = '', day = ''] = itemRef.split(' ');
  const send = useMutation({
    mutationFn: (reason: string) =>
      kind === 'statement_missing'
        ? call(closeMissingStatement, { provider, day, reason })
        : call(closeUnclearPayment, { charge_id: itemRef, reason }),
    meta: { quiet: true },
  });
  return (
    <ReasonForm
      about={t(CLOSED[kind])}
      hint={t('books-reconciliation:judge.reasonHint')}
      yes={t('attention.close.open')}
      send={send}
      requestOf={(reason) => reason}
      saved={t('attention.close.done')}
      onClose={onClose}
    />
  );
}
