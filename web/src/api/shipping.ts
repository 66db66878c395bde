import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listExpressCompanies,
  updateExpress,
  uploadExpressNumbers,
} from '#services/api/delivery/contract/express.ts';
import {
  deleteShippingTemplate,
  type EditShippingTemplate,
  editShippingTemplate,
  listShippingTemplates,
  setFreeShipping,
} from '#services/api/delivery/contract/shipping.ts';
import { call, upload } from './client.ts';
import { profileQuery } from './session.ts';

/** More than any creator's number of shipping templates. */
const TEMPLATES_A_PAGE = 100;

/** The creator's shipping templates, oldest first. */
export const templatesQuery = queryOptions({
  queryKey: ['shipping', 'templates'],
  queryFn: ({ signal }) => call(listShippingTemplates, { per_page: TEMPLATES_A_PAGE }, { signal }),
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
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['shipping'] });
    },
  });
}

/** Makes a template, or changes the one that is named; refused by field, which the form shows. */
export const useSaveTemplate = () =>
  useTemplateChange((input: EditShippingTemplate) => call(editShippingTemplate, input), { quiet: true });

export const useDeleteTemplate = () =>
  useTemplateChange((template_id: string) => call(deleteShippingTemplate, { template_id }));

/** Yuan from which sending costs nothing; empty: it always costs. */
export function useSetFreeShipping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (amount: string) => call(setFreeShipping, { amount }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    meta: { quiet: true },
  });
}

/** Companies that parcels are sent with, by their names in the language now shown. */
export const companiesQuery = (language: string) =>
  queryOptions({
    queryKey: ['shipping', 'companies', language],
    queryFn: async ({ signal }) => (await call(listExpressCompanies, {}, { signal })).list,
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
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
    meta: { quiet: true },
  });
}

/** Names the parcel in which an order goes. */
export const useShip = () => useSending((parcel: Parcel) => call(updateExpress, parcel));

/** Ships many orders by a CSV file. */
export const useShipByFile = () => useSending((file: File) => upload(uploadExpressNumbers, file));
