import { Alert } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../language/use-formats.ts';

/** Notes that a statement has lines outside of its period. */
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
