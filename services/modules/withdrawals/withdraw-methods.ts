import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CARD_STATUS, type CardStatus, type MethodKind, WITHDRAW_TYPE } from '#events/status.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { tidyHolder, tidyName } from '#services/modules/tickets/holder.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { badInput, type FieldError, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { attachDocuments, type CardSide, forgetDocuments, missingPictures } from './identity-documents.ts';
import {
  type BankForm,
  bankErrors,
  type IdentityProof,
  payeeAccount,
  type WalletForm,
  type WalletKind,
  walletErrors,
} from './payee.ts';

/** The value of a method's reference in the vault. */
export type Payee =
  | ({ kind: WalletKind } & WalletForm)
  | ({ kind: 'bank' } & BankForm & Partial<IdentityProof>);

export interface WithdrawMethod {
  kind: MethodKind;
  status: CardStatus;
  /** Why it was rejected, as the key of a sentence; empty otherwise. */
  remark: string;
  payee: Payee;
}

type Method = Pick<WithdrawMethod, 'kind' | 'status' | 'remark'> & { vault_ref: string };

/** A card that waits for its code. Each draft has its own reference. */
type BankDraft = BankForm & { vault_ref: string };

const missing = (field: string): Refusal => badInput(field, { key: 'no_method' });
const noPicture = (side: CardSide): FieldError => ({
  field: PICTURE_FIELDS[side],
  message: { key: 'unknown' },
});
const refusedBy = (errors: FieldError[]): Refusal | undefined =>
  errors.length > 0 ? { code: 'bad_input', errors } : undefined;

/** A payee that followed another one gets nothing for a day: its creator can notice a stranger's. */
const HOLD_MS = 86_400_000;

/** The sandbox's review: a card with this ending belongs to another person, … */
const SANDBOX_REJECTED = /0000$/;
/** … and one that ends so waits for finance, as every card does outside of the sandbox. */
const SANDBOX_WAITS = /1111$/;

const PICTURE_FIELDS = { FRONT: 'certImg1', BACK: 'certImg2' } as const;

/** Only this file writes entries with a method's reference. */
export const payeeOf = (text: string): Payee => JSON.parse(text) as Payee;

/**
 * Withdrawal methods of a creator, one of each kind. A change writes a new vault entry, so that a withdrawal keeps its
 * payee.
 * @param holds tells creators of changed payees, which get nothing for a day; missing: there are no holds
 */
export function openWithdrawMethods(pool: Pool, vault: Vault, clock: Clock, holds?: Pick<Outbox, 'send'>) {
  async function read(refs: readonly string[]): Promise<Map<string, Payee>> {
    return new Map([...(await vault.read(refs))].map(([ref, text]) => [ref, payeeOf(text)]));
  }

  const put = (user: UserId, payee: Payee, client: PoolClient): Promise<string> =>
    vault.put(user, 'payee', JSON.stringify(payee), client);

  const methodsOf = (on: Pool | PoolClient, user: UserId) =>
    queriesOn(on).selectFrom('accounts.withdraw_methods').where('user_id', '=', user);

  /**
   * One method of each kind: the former one is deleted unless a withdrawal uses it.
   * @returns whether it is on hold, because it is not the creator's first one
   */
  async function write(client: PoolClient, user: UserId, method: Method): Promise<boolean> {
    const before = await methodsOf(client, user).select(['kind', 'vault_ref', 'used']).forUpdate().execute();
    const rows = before.filter(({ kind }) => kind === method.kind);
    const isHeld = holds !== undefined && before.length > 0;
    const updated_at = clock.now();
    const held_until = isHeld ? updated_at + HOLD_MS : 0;
    const written = { ...method, used: false, updated_at, held_until };
    await queriesOn(client)
      .insertInto('accounts.withdraw_methods')
      .values({ user_id: user, ...written })
      .onConflict((on) => on.columns(['user_id', 'kind']).doUpdateSet(written))
      .execute();
    const gone = rows.filter(({ used }) => !used).map(({ vault_ref }) => vault_ref);
    await vault.forget(gone, client);
    await forgetDocuments(client, vault, gone);
    return isHeld;
  }

  async function tell(user: UserId, isHeld: boolean): Promise<void> {
    if (isHeld) await holds?.send({ to_user: user, template: 'payee_changed', values: {} });
  }

  async function draftRef(on: Pool | PoolClient, user: UserId): Promise<string | undefined> {
    const draft = queriesOn(on).selectFrom('accounts.bank_drafts').where('user_id', '=', user);
    return (await draft.select('vault_ref').executeTakeFirst())?.vault_ref;
  }

  async function draftOf(user: UserId, client: Pool | PoolClient = pool): Promise<BankDraft | undefined> {
    const ref = await draftRef(client, user);
    const payee = ref === undefined ? undefined : (await read([ref])).get(ref);
    return ref !== undefined && payee?.kind === 'bank' ? { ...payee, vault_ref: ref } : undefined;
  }

  return {
    /** Decrypted details by reference, for payouts. */
    read,
    /** The card that waits for its code. */
    draftOf: (user: UserId): Promise<BankDraft | undefined> => draftOf(user),
    async of(user: UserId): Promise<{ withdraw_type: number; methods: WithdrawMethod[] }> {
      const defaults = queriesOn(pool).selectFrom('accounts.withdraw_defaults').where('user_id', '=', user);
      const [rows, chosen] = await Promise.all([
        methodsOf(pool, user).select(['kind', 'vault_ref', 'status', 'remark']).$castTo<Method>().execute(),
        defaults.select('withdraw_type').executeTakeFirst(),
      ]);
      const payees = await read(rows.map(({ vault_ref }) => vault_ref));
      const methods = rows.flatMap(({ kind, status, remark, vault_ref }) => {
        const payee = payees.get(vault_ref);
        return payee ? [{ kind, status, remark, payee }] : [];
      });
      return { withdraw_type: chosen?.withdraw_type ?? WITHDRAW_TYPE.apy, methods };
    },
    /** Refused by field. */
    async saveWallet(user: UserId, kind: WalletKind, form: WalletForm): Promise<Refusal | undefined> {
      const refusal = refusedBy(walletErrors(kind, form));
      if (refusal) return refusal;
      const isHeld = await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const payee = { kind, realname: tidyName(form.realname), account: payeeAccount(form.account) };
        const vault_ref = await put(user, payee, client);
        return write(client, user, { kind, vault_ref, status: CARD_STATUS.active, remark: '' });
      });
      await tell(user, isHeld);
      return undefined;
    },
    /** Keeps a card until its code comes, with the identity card where it is shown; refused by field. */
    draftBank: (user: UserId, form: BankForm, proof?: IdentityProof): Promise<Refusal | undefined> =>
      inTransaction(pool, async (client) => {
        const refusal = refusedBy(bankErrors(form, clock.now()));
        if (refusal) return refusal;
        await lockPerson(client, user);
        const pictures = proof && { identity_no: form.number, front: proof.certImg1, back: proof.certImg2 };
        const missing = pictures ? await missingPictures(client, vault, user, pictures) : [];
        if (missing.length > 0) return refusedBy(missing.map(noPicture));
        const before = await draftRef(client, user);
        const { id_card: number, ...holder } = tidyHolder({ ...form, id_card: form.number }, clock.now());
        const vault_ref = await put(user, { kind: 'bank', ...form, ...holder, number, ...proof }, client);
        if (pictures) await attachDocuments(client, user, vault_ref, pictures);
        const draft = { vault_ref, created_at: clock.now() };
        await queriesOn(client)
          .insertInto('accounts.bank_drafts')
          .values({ user_id: user, ...draft })
          .onConflict((on) => on.column('user_id').doUpdateSet(draft))
          .execute();
        if (before !== undefined) {
          await vault.forget([before], client);
          await forgetDocuments(client, vault, [before]);
        }
        return undefined;
      }),
    /**
     * After a correct code the card is under review; with `reviewed` the review is skipped.
     * @param vault_ref the draft that the code proved; another one that replaced it is not taken
     */
    async takeDraft(
      user: UserId,
      vault_ref: string,
      reviewed: boolean,
    ): Promise<Refusal | { status: CardStatus }> {
      const taken = await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const draft = await draftOf(user, client);
        if (draft?.vault_ref !== vault_ref) return undefined;
        const rejected = reviewed && SANDBOX_REJECTED.test(draft.bank_acct_no);
        const waits = !reviewed || SANDBOX_WAITS.test(draft.bank_acct_no);
        const status = rejected ? CARD_STATUS.rejected : waits ? CARD_STATUS.reviewing : CARD_STATUS.active;
        const remark = rejected ? 'holder_differs' : '';
        const isHeld = await write(client, user, { kind: 'bank', vault_ref, status, remark });
        await queriesOn(client).deleteFrom('accounts.bank_drafts').where('user_id', '=', user).execute();
        return { status, isHeld };
      });
      if (taken === undefined) return { code: 'state_does_not_allow' };
      await tell(user, taken.isHeld);
      return { status: taken.status };
    },
    /** Refused without an active method. */
    async setDefault(user: UserId, kind: MethodKind): Promise<Refusal | undefined> {
      const withdraw_type = WITHDRAW_TYPE[kind];
      const usable = methodsOf(pool, user)
        .where('kind', '=', kind)
        .where('status', '=', CARD_STATUS.active)
        .select((is) => ['user_id', is.lit(withdraw_type).as('withdraw_type')]);
      const { numInsertedOrUpdatedRows } = await queriesOn(pool)
        .insertInto('accounts.withdraw_defaults')
        .columns(['user_id', 'withdraw_type'])
        .expression(usable)
        .onConflict((on) => on.column('user_id').doUpdateSet({ withdraw_type }))
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? undefined : missing('withdraw_type');
    },
    /**
     * Reference of an active method for a withdrawal, which the vault then keeps. One statement judges the hold of the
     * very payee that it names.
     */
    async forWithdrawal(user: UserId, kind: MethodKind): Promise<string | undefined> {
      const method = await queriesOn(pool)
        .updateTable('accounts.withdraw_methods')
        .set({ used: true })
        .where('user_id', '=', user)
        .where('kind', '=', kind)
        .where('status', '=', CARD_STATUS.active)
        .where('held_until', '<=', clock.now())
        .returning('vault_ref')
        .executeTakeFirst();
      return method?.vault_ref;
    },
    /** Why there is none: no active method, or one that is on hold. */
    async withdrawalRefusal(user: UserId, kind: MethodKind): Promise<Refusal> {
      const own = methodsOf(pool, user).where('kind', '=', kind).where('status', '=', CARD_STATUS.active);
      const held = await own.select('held_until').executeTakeFirst();
      if (held === undefined) return missing('withdraw_type');
      const hours = String(Math.max(1, Math.ceil((held.held_until - clock.now()) / 3_600_000)));
      return badInput('withdraw_type', { key: 'payee_held', hours });
    },
  };
}

export type WithdrawMethods = ReturnType<typeof openWithdrawMethods>;
