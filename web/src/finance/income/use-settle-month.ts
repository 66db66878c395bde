import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SettledMonth, settleMonth } from '#services/api/income/contract.ts';
import { call } from '../../api/client.ts';

/** Settles a month that is over, in steps; `left` counts down while it runs. */
export function useSettleMonth(month: string) {
  const [left, setLeft] = useState<number>();
  const settling = useMutation({
    mutationFn: async (reason: string): Promise<number> => {
      // All steps of it are one action.
      const run = crypto.randomUUID();
      let settled = 0;
      for (;;) {
        const step: SettledMonth = await call(settleMonth, { month, reason, run });
        settled += step.settled;
        setLeft(step.left);
        if (step.left === 0) return settled;
      }
    },
    meta: { quiet: true },
  });
  return { ...settling, left };
}
