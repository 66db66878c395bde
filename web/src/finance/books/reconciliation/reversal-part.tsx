import { Alert, Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { type ListedStatement, reverseStatement } from '#services/contract/books/statements.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { ReasonForm } from '../../../components/forms/reason-form.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';

/** The reversal of a statement, or the button for it. */
export function ReversalPart({ statement: { statement_id, reversed } }: { statement: ListedStatement }) {
  const { t, formats } = useLocale('books-reconciliation');
  const past = useAsOf() !== undefined;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (reversed !== null) {
    const by = t('judge.by', { name: reversed.by.name, time: formats.dateTime(reversed.time) });
    return (
      <Alert color="gray" title={`${t('reversal.done')} · ${by}`}>
        {reversed.reason}
      </Alert>
    );
  }
  if (past) return null;
  return (
    <>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpened(true)}>
        {t('reversal.reverse')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('reversal.reverse')}>
        <Form id={statement_id} onClose={close} />
      </Modal>
    </>
  );
}

function Form({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLocale('books-reconciliation');
  const reverse = useMutation({
    mutationFn: (reason: string) => call(reverseStatement, { id, reason }),
    meta: { quiet: true },
  });
  return (
    <ReasonForm
      about={t('reversal.about')}
      hint={t('judge.reasonHint')}
      yes={t('reversal.reverse')}
      grave
      send={reverse}
      requestOf={(reason) => reason}
      saved={t('reversal.done')}
      onClose={onClose}
    />
  );
}
