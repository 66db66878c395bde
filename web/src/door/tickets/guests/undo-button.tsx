import { notifications } from '@mantine/notifications';
import { type Ticket, undoTicketCheckIn } from '#services/contract/tickets/tickets.ts';
import { useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Undoes the check-in of a guest, after a question. */
export function UndoButton({ ticket: { id, out_trade_no, name, used_at } }: { ticket: Ticket }) {
  const { t } = useLocale('door');
  const undo = useCall(undoTicketCheckIn, {
    onSuccess: () => notifications.show({ color: 'green', message: t('guests.undoDone') }),
  });
  const { confirm, dialog } = useConfirm();
  if (used_at === null) return null;
  const guest = name || t('guests.unnamed');
  return (
    <>
      <RowButton
        text={t('guests.undo')}
        full={t('guests.undoOf', { name: guest })}
        onClick={() =>
          confirm({
            text: t('guests.undoAsk', { name: guest }),
            yes: t('guests.undo'),
            onYes: () => undo.mutate({ id, out_trade_no, used_at }),
          })
        }
      />
      {dialog}
    </>
  );
}
