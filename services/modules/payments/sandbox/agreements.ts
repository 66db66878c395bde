import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/**
 * What further charges by an agreement do: `timeout` answers nothing and takes nothing, `late` takes the money and
 * answers an hour later.
 */
type AgreedBehavior = 'success' | 'fail' | 'timeout' | 'late';

/** The agreements in the sandbox provider's own books. */
export function sandboxAgreements(pool: Pool) {
  const change = (charge: string, agreed: AgreedBehavior | null) =>
    queriesOn(pool)
      .updateTable('sandbox.charges')
      .set({ agreed })
      .where('charge_id', '=', charge)
      .where('agreed', 'is not', null)
      .executeTakeFirst();
  return {
    /** null: the payer of this charge did not agree, or has not paid. */
    async find(charge: ChargeId): Promise<AgreedBehavior | null> {
      const charges = queriesOn(pool).selectFrom('sandbox.charges').where('charge_id', '=', charge);
      const found = await charges
        .where('status', '=', 'paid')
        .select('agreed')
        .$castTo<{ agreed: AgreedBehavior | null }>()
        .executeTakeFirst();
      return found?.agreed ?? null;
    },
    /** False without an agreement. */
    set: async (charge: string, agreed: AgreedBehavior): Promise<boolean> =>
      (await change(charge, agreed)).numUpdatedRows === 1n,
    end: async (charge: ChargeId): Promise<void> => void (await change(charge, null)),
  };
}

export type SandboxAgreements = ReturnType<typeof sandboxAgreements>;
