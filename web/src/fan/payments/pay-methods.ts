import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../shell/config-query.ts';

/** How people can pay on this site; undefined while it is loaded, empty if nothing can be bought. */
export const usePayMethods = () => useQuery(configQuery).data?.all_py_types;

export type PayMethod = NonNullable<ReturnType<typeof usePayMethods>>[number];

/** The method of a payment type: WeChat Pay has several. */
export const methodOf = (py_type: string, methods: readonly PayMethod[]): PayMethod | undefined =>
  methods.find((one) => one === py_type || (one === 'wpy' && py_type.includes('wpy')));
