import { useState } from 'react';
import { checkSettlements } from '#services/api/books/contract/books.ts';
import type { SettlementCheck } from '#services/api/income/contract.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';

type Differing = SettlementCheck['differing'];

/** Recomputes a month, some hundred creators per request; `compared` counts up while it runs. */
export function useCompareMonth(month: string) {
  const [compared, setCompared] = useState(0);
  const comparison = useMutation({
    mutationFn: async (): Promise<{ compared: number; differing: Differing }> => {
      let done = 0;
      const differing: Differing = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: SettlementCheck = await call(checkSettlements, { month, after });
        done += page.compared;
        differing.push(...page.differing);
        setCompared(done);
        after = page.next;
      }
      return { compared: done, differing };
    },
    meta: { refresh: false },
  });
  return { ...comparison, compared };
}
