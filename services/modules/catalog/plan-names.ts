import type { Pool } from 'pg';

/** The index of names by which plans and products are found. */
export const openPlanNames = (pool: Pool) => ({
  async keep(plan_id: string, name: string): Promise<void> {
    await pool.query(
      `INSERT INTO content.plan_names (plan_id, parts) VALUES ($1, accounts.name_parts(accounts.folded($2)))
       ON CONFLICT (plan_id) DO UPDATE SET parts = excluded.parts WHERE plan_names.parts <> excluded.parts`,
      [plan_id, name],
    );
  },
});
