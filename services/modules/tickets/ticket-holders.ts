import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import { type Holder, holderErrors, tidyHolder } from './holder.ts';
import { indexNames } from './holder-names.ts';

/** The holder of one ticket: a saved record, or data in the order's request. */
type TicketHolder = { identity_id: string } | Holder;

interface HolderRefs {
  /** One per holder, in the given order. */
  holder_refs: string[];
  /** New entries, to be removed if the order does not hold them. */
  written: string[];
  /** The saved records in use, each once; their uses must be released, too. */
  saved_records: string[];
}

export interface TicketHolders {
  /**
   * References of the holders of an order's tickets; a holder named twice in one order has one reference.
   * Refused by field, as `tickets.0.id_card`; then nothing is written.
   * @param path of the fields of one holder, from its index
   */
  forTickets(
    user: UserId,
    holders: readonly TicketHolder[],
    path?: (at: number) => string,
  ): Promise<HolderRefs | Refusal>;
  /** Releases uses: the order does not hold these records. */
  release(user: UserId, saved_records: readonly string[]): Promise<void>;
}

interface TicketHoldersOptions {
  pool: Pool;
  vault: Vault;
  index: BlindIndex;
  clock: Clock;
}

export function ticketHolders({ pool, vault, index, clock }: TicketHoldersOptions): TicketHolders {
  /** The person's records, locked in their order: two orders with the same holders do not wait for each other. */
  const locked = (user: UserId) =>
    queriesOn(pool)
      .selectFrom('accounts.identities')
      .where('user_id', '=', user)
      .select('identity_id')
      .orderBy('identity_id')
      .forUpdate();

  /** References of the person's own records among these, which from now on a ticket holds. */
  async function savedRefs(user: UserId, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await queriesOn(pool)
      .updateTable('accounts.identities')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('identity_id', 'in', locked(user).where('identity_id', '=', anyOf(ids)))
      .returning(['identity_id', 'vault_ref'])
      .execute();
    return new Map(rows.map((row) => [row.identity_id, row.vault_ref]));
  }

  async function release(user: UserId, saved_records: readonly string[]): Promise<void> {
    if (saved_records.length === 0) return;
    await queriesOn(pool)
      .updateTable('accounts.identities')
      .set((eb) => ({ uses: eb('uses', '-', 1) }))
      .where(
        'identity_id',
        'in',
        locked(user).where('vault_ref', '=', anyOf(saved_records)).where('uses', '>', 0),
      )
      .execute();
  }

  async function forTickets(
    user: UserId,
    holders: readonly TicketHolder[],
    path = (at: number) => `tickets.${at}.`,
  ): Promise<HolderRefs | Refusal> {
    const now = clock.now();
    const saved = await savedRefs(
      user,
      holders.flatMap((holder) => ('identity_id' in holder ? [holder.identity_id] : [])),
    );
    const errors = holders.flatMap((holder, at): FieldError[] => {
      if (!('identity_id' in holder)) return holderErrors(holder, now, path(at));
      if (saved.has(holder.identity_id)) return [];
      return [{ field: `${path(at)}identity_id`, message: { key: 'unknown' } }];
    });
    const saved_records = [...saved.values()];
    if (errors.length > 0) {
      await release(user, saved_records);
      return { code: 'bad_input', errors };
    }
    // A holder named twice is written once.
    const refs = new Map<string, string>();
    const holder_refs = holders.map((holder) => {
      if ('identity_id' in holder) return saved.get(holder.identity_id) ?? '';
      const text = JSON.stringify(tidyHolder(holder, now));
      const ref = refs.get(text) ?? `holder-${hexId()}`;
      refs.set(text, ref);
      return ref;
    });
    const entries = [...refs].map(([text, ref]) => ({ user_id: user, kind: 'identity' as const, text, ref }));
    const written = await vault.putMany(entries);
    const named = [...refs].map(([text, ref]) => ({ ref, name: (JSON.parse(text) as Holder).name }));
    await indexNames(pool, index, named);
    return { holder_refs, saved_records, written };
  }

  return { forTickets, release };
}
