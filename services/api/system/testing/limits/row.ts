import type { InjectOptions } from 'fastify';
import type { Endpoint, InputOf } from '#services/contract/endpoint.ts';
import type { TestApi, TestUser } from '../../../testing/test-api.ts';

export interface Asking extends Omit<InjectOptions, 'url' | 'headers'> {
  as?: TestUser;
  /** Default: a new one. */
  address?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Callers {
  api: () => TestApi;
  ask: (n: number, url: string, asking: Asking) => Promise<number>;
  call: <E extends Endpoint>(n: number, endpoint: E, input: InputOf<E>, asking?: Asking) => Promise<number>;
  newAddress: () => string;
}

export interface Row {
  /** The file that counts, and the value. */
  limit: string;
  what: string;
  most: number;
  /**
   * Where it is counted: in the table of attempts, there at one subject, under keys of shared counts, or `own`: where the
   * facts are.
   */
  counter: 'attempts' | (() => Buffer) | 'own' | RegExp;
  /** Counted up to a second late. */
  isRough?: true;
  /** Of attempts that also have a limit of the day. */
  perDay?: number;
  /** The n-th call, at the n-th server by turns: its `ec`. */
  setUp: () => Promise<(n: number) => Promise<number>>;
}

/** What the lists of rows share. */
export function rowsOf({ api, newAddress }: Callers) {
  const row = (
    limit: string,
    what: string,
    /** In a window, and in a day. */
    [most, perDay]: readonly [most: number, perDay?: number],
    counter: Row['counter'],
    setUp: Row['setUp'],
  ): Row => ({ limit, what, most, counter, setUp, ...(perDay !== undefined && { perDay }) });
  return {
    row,
    rough: (one: Row): Row => ({ ...one, isRough: true }),
    named: (n: number) => `${n}-${newAddress().split(':')[2]}@example.com`,
    phone: (n: number) => `1380${String(1_000_000 + n)}`,
    /** Calls from one address. */
    fromOne:
      (act: (n: number, address: string) => Promise<number>): Row['setUp'] =>
      async () => {
        const address = newAddress();
        return (n) => act(n, address);
      },
    byOne:
      (act: (n: number, as: TestUser) => Promise<number>, who = () => api().user()): Row['setUp'] =>
      async () => {
        const as = await who();
        return (n) => act(n, as);
      },
  };
}
