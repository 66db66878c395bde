import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useSettleMonth } from '../../api/finance-settlements.ts';
import { useFormats } from '../../language/use-formats.ts';
import { useAsk } from '../../parts/ask.tsx';

/** Settles a month that is over by hand, with progress; whoever does it as well changes nothing. */
export function SettleButton({ month }: { month: string }) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  const settling = useSettleMonth(month);
  const { ask, dialog } = useAsk();
  const settle = () =>
    settling.mutate(undefined, {
      onSuccess: (count) => notifications.show({ color: 'green', message: t('settle.done', { count }) }),
    });
  return (
    <>
      <Button
        loading={settling.isPending}
        onClick={() =>
          ask({
            text: t('settle.ask', { month: formats.month(month) }),
            yes: t('settle.yes'),
            onYes: settle,
          })
        }
      >
        {t('settle.yes')}
      </Button>
      {settling.isPending && settling.left !== undefined && (
        <span role="status">{t('settle.left', { count: settling.left })}</span>
      )}
      {dialog}
    </>
  );
}
