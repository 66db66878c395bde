import { useQuery } from '@tanstack/react-query';
import { useProfile } from '../../app/session.ts';
import { configQuery } from '../../shell/config-query.ts';

/** How the reader can pay on this site; undefined while it is loaded, empty if nothing can be bought. */
export function usePayMethods() {
  const own = useProfile()?.all_py_types;
  const all = useQuery(configQuery).data?.all_py_types;
  return own ?? all;
}

export type PayMethod = NonNullable<ReturnType<typeof usePayMethods>>[number];

const METHODS = ['apy', 'wpy', 'pp', 'bank', 'strp'] as const satisfies readonly PayMethod[];

/** The method of a payment type: Alipay and WeChat Pay have several. */
export const methodOf = (py_type: string): PayMethod | undefined =>
  METHODS.find((one) => one === py_type || (/^(apy|wpy)$/.test(one) && py_type.includes(one)));

/** The type of a method at a phone, where it has one. */
export const phoneTypeOf = (method: PayMethod): string | undefined =>
  method === 'apy' || method === 'wpy' ? `${method}_h5` : undefined;
