import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BatchReport } from '#services/api/delivery/contract/express.ts';
import type { EditShippingTemplate, ShippingTemplate } from '#services/api/delivery/contract/shipping.ts';
import { get, post, upload } from './client.ts';
import type { Page } from './creators.ts';
import { profileQuery } from './session.ts';
import { noteWritten, sinceWritten } from './written.ts';

/** Nobody has more tables of what sending costs than this. */
const TEMPLATES_A_PAGE = 100;

/** The creator's shipping templates, oldest first. */
export const templatesQuery = queryOptions({
  queryKey: ['shipping', 'templates'],
  queryFn: ({ signal }) =>
    get<Page<ShippingTemplate>>(
      '/api/creator/shipping-template-list',
      { per_page: TEMPLATES_A_PAGE, ...sinceWritten() },
      signal,
    ),
  meta: { topics: ['shipping_templates', 'catalog'] },
});

interface Written {
  position?: number;
}

function useTemplateChange<Input>(
  change: (input: Input) => Promise<Written>,
  meta: { quiet?: boolean } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta,
    onSuccess: async ({ position }) => {
      noteWritten(position);
      await client.invalidateQueries({ queryKey: ['shipping'] });
    },
  });
}

/** Makes a template, or changes the one that is named; refused by field, which the form shows. */
export const useSaveTemplate = () =>
  useTemplateChange(
    (input: EditShippingTemplate) => post<Written>('/api/creator/edit-shipping-template', input),
    { quiet: true },
  );

export const useDeleteTemplate = () =>
  useTemplateChange((template_id: string) =>
    post<Written>('/api/creator/delete-shipping-template', { template_id }),
  );

/** Yuan from which sending costs nothing; empty: it always costs. */
export function useSetFreeShipping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (amount: string) => post<Written>('/api/creator/free-shipping-set', { amount }),
    onSuccess: async ({ position }) => {
      noteWritten(position);
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    meta: { quiet: true },
  });
}

interface Company {
  company_id: string;
  name: string;
}

/** Companies that parcels are sent with, by their names in the language now shown. */
export const companiesQuery = (language: string) =>
  queryOptions({
    queryKey: ['shipping', 'companies', language],
    queryFn: async ({ signal }) =>
      (await get<{ list: Company[] }>('/api/order/express-company-list', {}, signal)).list,
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Parcel {
  out_trade_no: string;
  express: string;
  express_no: string;
}

function useSending<Input, Answer extends Written>(send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ position }) => {
      noteWritten(position);
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
    meta: { quiet: true },
  });
}

/** Names the parcel in which an order goes. */
export const useShip = () =>
  useSending((parcel: Parcel) => post<Written>('/api/order/update-express', parcel));

/** Ships many orders by a CSV file. */
export const useShipByFile = () =>
  useSending((file: File) => upload<BatchReport>('/api/order/batch-upload-express-no', file));
