import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Affiliate,
  type AffiliateDetail,
  deleteAffiliate,
  type EditAffiliate,
  editAffiliate,
  generateAffiliateCode as generateAffiliateCodeCall,
  getAffiliate,
  listAffiliates,
  listMyAffiliates,
} from '#services/api/affiliates/contract.ts';
import { call } from './client.ts';
import { useProfile } from './session.ts';

const CODES_A_PAGE = 20;
const ORDERS_A_PAGE = 20;
/** They move with the orders that carry them. */
const meta = { topics: ['affiliates'] };

/** Codes that the creator opened, newest first. */
export const affiliatesQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliates', 'given', page],
    queryFn: ({ signal }) => call(listAffiliates, { page, per_page: CODES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** One code with the paid orders that carry it, newest first. */
export const affiliateQuery = (affiliate_id: string, page = 1) =>
  queryOptions<AffiliateDetail, Error, AffiliateDetail, (string | number)[]>({
    queryKey: ['affiliates', 'one', affiliate_id, page],
    queryFn: ({ signal }) => call(getAffiliate, { affiliate_id, page, per_page: ORDERS_A_PAGE }, { signal }),
    // While its pages are turned, never that of another code.
    placeholderData: (before) => (before?.affiliate.affiliate_id === affiliate_id ? before : undefined),
    meta,
  });

/** Codes that name the creator as partner, newest first. */
export const receivedAffiliatesQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliates', 'received', page],
    queryFn: ({ signal }) => call(listMyAffiliates, { page, per_page: CODES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const codePages = (total: number): number => Math.ceil(total / CODES_A_PAGE);
export const orderPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

/** Whether there is anything for the signed-in creator: codes may be opened, were once, or were given to them. */
export function useHasAffiliates(): boolean {
  const profile = useProfile();
  const allowed = profile?.rights.can_affiliate === true;
  const enabled = profile?.creator != null && !allowed;
  const given = useQuery({ ...affiliatesQuery(1), enabled });
  const received = useQuery({ ...receivedAffiliatesQuery(1), enabled });
  const found = (given.data?.total_count ?? 0) + (received.data?.total_count ?? 0);
  return allowed || (enabled && found > 0);
}

/** The public link of the code. */
export const linkOf = ({ url }: Pick<Affiliate, 'url'>): string => new URL(url, window.location.origin).href;

/** An unused code. */
export const generateAffiliateCode = async (): Promise<string> =>
  (await call(generateAffiliateCodeCall)).code;

/** The suggested name of a new code; a different one each time. */
export const generatedCodeQuery = queryOptions({
  queryKey: ['affiliate-code'],
  queryFn: generateAffiliateCode,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

function useCodesChanged() {
  const client = useQueryClient();
  return () => {
    return client.invalidateQueries({ queryKey: ['affiliates'] });
  };
}

const save = (input: EditAffiliate) => call(editAffiliate, input);

/** Opens a code, or changes the one named by `affiliate_id`. Refused by field, which the form shows. */
export function useSaveAffiliate() {
  const onSuccess = useCodesChanged();
  return useMutation({ mutationFn: save, onSuccess, meta: { quiet: true } });
}

/** Stops a code or lets it count again; all else about it stays. */
export function usePauseAffiliate() {
  const onSuccess = useCodesChanged();
  return useMutation({
    mutationFn: ({ code, status }: { code: Affiliate; status: EditAffiliate['status'] }) =>
      save({
        affiliate_id: code.affiliate_id,
        rate: code.rate,
        plan_ids: code.plans.map(({ plan_id }) => plan_id),
        note: code.note,
        status,
      }),
    onSuccess,
  });
}

export function useDeleteAffiliate() {
  const onSuccess = useCodesChanged();
  return useMutation({
    mutationFn: (affiliate_id: string) => call(deleteAffiliate, { affiliate_id }),
    onSuccess,
  });
}
