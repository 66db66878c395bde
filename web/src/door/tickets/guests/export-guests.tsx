import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type GuestChoice, guestListFile } from '../../../api/check-in.ts';

/** Downloads the guest list, for a door without a phone. */
export function ExportGuests({ choice }: { choice: GuestChoice }) {
  const { t } = useTranslation('door');
  const save = useMutation({
    mutationFn: () => guestListFile(choice),
    onSuccess: (file) => {
      const address = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = address;
      link.download = 'tickets.csv';
      link.click();
      URL.revokeObjectURL(address);
    },
  });
  return (
    <Button
      variant="default"
      loading={save.isPending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => save.mutate()}
    >
      {t('guests.export')}
    </Button>
  );
}
