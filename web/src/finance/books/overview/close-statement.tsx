import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { closeMissingStatement } from '#services/contract/books/statements.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { ReasonForm } from '../../../components/forms/reason-form.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';

interface Props {
  provider: string;
  /** Business day. */
  day: string;
}

/** Finance goes on without the statement of a day. */
export function CloseStatement(of: Props) {
  const { t } = useLocale('finance');
  const past = useAsOf() !== undefined;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (past) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" mt={6} onClick={() => setOpened(true)}>
        {t('attention.close.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('attention.close.open')}>
        <Form of={of} onClose={close} />
      </Modal>
    </>
  );
}

function Form({ of, onClose }: { of: Props; onClose: () => void }) {
  const { t, formats } = useLocale(['finance', 'books-reconciliation']);
  const send = useMutation({
    mutationFn: (reason: string) => call(closeMissingStatement, { ...of, reason }),
    meta: { quiet: true },
  });
  return (
    <ReasonForm
      about={t('attention.close.about', {
        provider: t(`books-reconciliation:provider.${of.provider as 'alipay'}`),
        day: formats.fullDay(of.day),
      })}
      hint={t('books-reconciliation:judge.reasonHint')}
      yes={t('attention.close.open')}
      send={send}
      requestOf={(reason) => reason}
      saved={t('attention.close.done')}
      onClose={onClose}
    />
  );
}
