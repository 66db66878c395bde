import { Alert } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../language/use-formats.ts';

/** That a statement has lines of other days than those it is said to speak of. */
export function OutsideNote({ count }: { count: number }) {
  const { t } = useTranslation('reconciliation');
  const formats = useFormats();
  return (
    <Alert
      color="orange"
      icon={<IconCalendarX aria-hidden />}
      title={t('outside.title', { count, lines: formats.number(count) })}
    >
      {t('outside.text')}
    </Alert>
  );
}
