import { Alert } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useLocale } from '../../../language/use-locale.ts';

/** Notes that a statement has lines outside of its period. */
export function OutsideNote({ count }: { count: number }) {
  const { t } = useLocale('books-reconciliation');
  return (
    <Alert color="orange" icon={<IconCalendarX aria-hidden />} title={t('outside.title', { count })}>
      {t('outside.text')}
    </Alert>
  );
}
