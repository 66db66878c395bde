import { Button } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchDialog } from './batch-dialog.tsx';

/** The button that ships many orders by a table, with its dialog. */
export function ShipMany() {
  const { t } = useTranslation('delivery-shipping');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTruck size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('batch.open')}
      </Button>
      <BatchDialog opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
