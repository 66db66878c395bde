import { useMutation } from '@tanstack/react-query';
import { type BillChoice, billFile } from '../../api/sponsored.ts';
import { saveBlob } from '../../components/save-file.ts';

/** Downloads what the list is narrowed to, newest first, as the server writes it. */
export const useExport = (choice: BillChoice) =>
  useMutation({ mutationFn: async () => saveBlob(await billFile(choice), 'orders.csv') });
