import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { FieldError, Refusal } from '#services/commerce/refusal.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { BlindIndex } from './account-name.ts';
import { type Holder, holderErrors, tidyHolder } from './holder.ts';
import type { Vault } from './vault.ts';

/** The holder of one ticket: a saved record, or somebody told with the order. */
export type TicketHolder = { identity_id: string } | Holder;

interface TicketHoldersOptions {
  pool: Pool;
  vault: Vault;
  index: BlindIndex;
  clock: Clock;
}

/** @returns what `Identities.forTickets` promises */
export function ticketHolders({ pool, vault, index, clock }: TicketHoldersOptions) {
  /** The same holder of the same buyer always has it; without the key nobody can tell whose it is. */
  const holderRef = (user: UserId, { name, id_card }: Holder): string =>
    `holder-${index(`ticket-holder\0${user}`, `${id_card}\0${name}`).toString('hex', 0, 16)}`;

  /** References of the person's own records among these, which from now on a ticket holds. */
  async function savedRefs(user: UserId, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<{ identity_id: string; vault_ref: string }>({
      name: 'identities-for-tickets',
      text: `UPDATE accounts.identities SET used = true WHERE user_id = $1 AND identity_id = ANY ($2::text[])
             RETURNING identity_id, vault_ref`,
      values: [user, ids],
    });
    return new Map(rows.map((row) => [row.identity_id, row.vault_ref]));
  }

  return async (
    user: UserId,
    holders: readonly TicketHolder[],
  ): Promise<{ holder_refs: string[] } | Refusal> => {
    const now = clock.now();
    const saved = await savedRefs(
      user,
      holders.flatMap((holder) => ('identity_id' in holder ? [holder.identity_id] : [])),
    );
    const errors = holders.flatMap((holder, at): FieldError[] => {
      if (!('identity_id' in holder)) return holderErrors(holder, now, `tickets.${at}.`);
      if (saved.has(holder.identity_id)) return [];
      return [{ field: `tickets.${at}.identity_id`, message: { key: 'unknown' } }];
    });
    if (errors.length > 0) return { code: 'bad_input', errors };
    const told = new Map<string, Holder>();
    const holder_refs = holders.map((holder) => {
      if ('identity_id' in holder) return saved.get(holder.identity_id) ?? '';
      const tidy = tidyHolder(holder, now);
      const ref = holderRef(user, tidy);
      told.set(ref, tidy);
      return ref;
    });
    await vault.putMany(
      [...told].map(([ref, holder]) => ({
        user_id: user,
        kind: 'identity',
        text: JSON.stringify(holder),
        ref,
      })),
    );
    return { holder_refs };
  };
}
