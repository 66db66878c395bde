import { useMutation } from '@tanstack/react-query';
import { type OrderListChoice, orderListFile } from '../../api/sponsored.ts';
import { saveBlob } from '../../components/save-file.ts';

/** Downloads what the list is narrowed to, newest first, as the server writes it. */
export const useExport = (choice: OrderListChoice) =>
  useMutation({ mutationFn: async () => saveBlob(await orderListFile(choice), 'orders.csv') });
