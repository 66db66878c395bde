import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation as useObserved,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { DataOf, Endpoint, InputOf } from '#services/contract/endpoint.ts';
import { waitsForConsent } from '../app/consent/consent.ts';
import { shownPerson } from '../app/windows/person.ts';
import { call, upload } from './client.ts';
import { ConsentMissing, isRefusal, isServerTrouble } from './refusal.ts';

type QueryOptions<E, Data> = Omit<UseQueryOptions<DataOf<E>, Error, Data>, 'queryKey' | 'queryFn' | 'meta'>;

interface PageInput {
  page?: number | string | undefined;
}
interface CountedPage {
  total_count?: number;
}

/** The count of a list, from its page that was read last: its other pages begin where they began then. */
function knownCount(client: QueryClient, path: string, input: object): number | undefined {
  const listOf = (one: object) => hashKey([{ ...one, page: undefined }]);
  const [last] = client
    .getQueryCache()
    .findAll({ queryKey: [path], predicate: ({ state }) => state.data !== undefined })
    .filter(
      ({ queryKey: [, one] }) => typeof one === 'object' && one !== null && listOf(one) === listOf(input),
    )
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return (last?.state.data as CountedPage | undefined)?.total_count;
}

/**
 * A query of an endpoint. It is sent again when one of the read models moves that the endpoint `reads`. In a list that
 * has pages, the page before stays on the screen until the next one is there.
 */
export const queryOf = <E extends Endpoint, Data = DataOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  options?: QueryOptions<E, Data>,
) =>
  queryOptions<DataOf<E>, Error, Data>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal, client }) => {
      const { page = 1 } = input as PageInput;
      const known_count = Number(page) > 1 ? knownCount(client, endpoint.path, input) : undefined;
      return call<Endpoint>(endpoint, { ...input, known_count }, { signal });
    },
    meta: { topics: endpoint.reads },
    ...('page' in input && { placeholderData: keepPreviousData }),
    ...options,
  });

interface EndlessPage {
  page: number;
  /** Of the first page. */
  known_count: number | undefined;
}

/** A list whose pages are shown one below the other. */
export const endlessOf = <E extends Endpoint>(endpoint: E, input: Omit<InputOf<E>, 'page'>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'endless', input],
    queryFn: ({ pageParam, signal }): Promise<DataOf<E> & CountedPage & { has_more: boolean }> =>
      call<Endpoint>(endpoint, { ...input, ...pageParam }, { signal }),
    initialPageParam: { page: 1, known_count: undefined } as EndlessPage,
    getNextPageParam: ({ has_more }, pages): EndlessPage | undefined =>
      has_more ? { page: pages.length + 1, known_count: pages[0]?.total_count } : undefined,
    meta: { topics: endpoint.reads },
  });

interface CallMeta {
  /** The page shows the refusal itself. */
  quiet?: boolean;
  /** Shows the server's sentence after success, where the page has none of its own. */
  tells?: boolean;
  /** False for a call that changes nothing that is shown (app/queries.ts). */
  refresh?: boolean;
}
type CallOptions<E> = Omit<UseMutationOptions<DataOf<E>, Error, InputOf<E>>, 'mutationFn' | 'meta'> &
  CallMeta;

interface After<Data> {
  onSuccess?: (answer: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
}

/**
 * Something that a person does. The data on the screen is read again before it ends, which may remove the form that
 * began it: the callbacks of `mutate` are called all the same.
 */
export function useMutation<Data, Input = void>(options: UseMutationOptions<Data, Error, Input>) {
  const mutation = useObserved(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: After<Data> = {}) =>
      // Without callbacks, the error was shown already (app/queries.ts).
      void mutateAsync(input)
        .finally(onSettled)
        .then(onSuccess, onError ?? (() => undefined)),
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
export type Mutation<Data, Input> = ReturnType<typeof useMutation<Data, Input>>;

/** Also for a page that did not come over TLS, where `randomUUID` is missing. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * A call that a person makes. The same input, sent again without an answer, has the same Idempotency-Key, so that it
 * acts once. Everything on the screen is read again afterwards (app/queries.ts).
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { quiet, refresh, tells, ...options }: CallOptions<E> = {},
) {
  const sent = useRef({ text: '', key: '' });
  return useMutation<DataOf<E>, InputOf<E>>({
    ...options,
    mutationFn: async (input) => {
      if (waitsForConsent(shownPerson(), endpoint.path)) throw new ConsentMissing();
      const text = JSON.stringify(input);
      if (sent.current.text !== text) sent.current = { text, key: newKey() };
      const { key } = sent.current;
      const forget = () => {
        if (sent.current.key === key) sent.current = { text: '', key: '' };
      };
      try {
        const answer: DataOf<E> = await call<Endpoint>(endpoint, input, {
          headers: { 'idempotency-key': key },
        });
        forget();
        return answer;
      } catch (error) {
        // Without an answer the call may have acted: the same key asks for its result.
        if (isRefusal(error) && !isServerTrouble(error)) forget();
        throw error;
      }
    },
    meta: { ...(quiet && { quiet }), ...(refresh === false && { refresh }), ...(tells && { tells }) },
  });
}

interface Upload {
  file: File;
  fields?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
}

/** An upload that a person makes. */
export const useUpload = <E extends Endpoint>(endpoint: E, meta: CallMeta = {}) =>
  useMutation({
    mutationFn: ({ file, fields, query }: Upload) => upload(endpoint, file, fields, query),
    meta,
  });
