import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CARD_STATUS, type CardStatus, type MethodKind, WITHDRAW_TYPE } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { badInput, type FieldError, type Refusal } from '#services/runtime/refusal.ts';
import { lockPerson } from '../kept.ts';
import { inTransaction } from '../transaction.ts';
import type { Vault } from '../vault.ts';
import { attachDocuments, type CardSide, forgetDocuments, missingPictures } from './identity-documents.ts';
import {
  type BankForm,
  bankErrors,
  type IdentityProof,
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

/** Where a creator's money goes: one account at each kind. A change writes a new vault entry, so that a withdrawal keeps where it went. */
export interface WithdrawMethods {
  of(user: UserId): Promise<{ withdraw_type: number; methods: WithdrawMethod[] }>;
  /** Refused by field. */
  saveWallet(user: UserId, kind: WalletKind, form: WalletForm): Promise<Refusal | undefined>;
  /** Keeps a card until its code comes, with the identity card where it is shown; refused by field. */
  draftBank(user: UserId, form: BankForm, proof?: IdentityProof): Promise<Refusal | undefined>;
  /** The card that waits for its code. */
  draftOf(user: UserId): Promise<BankForm | undefined>;
  /** The code is correct: the card is under review; with `reviewed` the review ends at once. */
  takeDraft(user: UserId, reviewed: boolean): Promise<Refusal | { status: CardStatus }>;
  /** Refused without an active method. */
  setDefault(user: UserId, kind: MethodKind): Promise<Refusal | undefined>;
  /** Reference of an active method for a withdrawal, which the vault then keeps. */
  forWithdrawal(user: UserId, kind: MethodKind): Promise<string | undefined>;
  /** Decrypted details by reference, for payouts. */
  read(refs: readonly string[]): Promise<Map<string, Payee>>;
}

interface MethodRow {
  kind: MethodKind;
  vault_ref: string;
  status: CardStatus;
  remark: string;
  used: boolean;
}

const missing = (field: string): Refusal => badInput(field, { key: 'no_method' });
const noPicture = (side: CardSide): FieldError => ({
  field: PICTURE_FIELDS[side],
  message: { key: 'unknown' },
});
const refusedBy = (errors: FieldError[]): Refusal | undefined =>
  errors.length > 0 ? { code: 'bad_input', errors } : undefined;

/** The sandbox's review: a card with this ending belongs to another person, … */
const SANDBOX_REJECTED = /0000$/;
/** … and one that ends so waits for finance, as every card does outside of the sandbox. */
const SANDBOX_WAITS = /1111$/;

const PICTURE_FIELDS = { FRONT: 'certImg1', BACK: 'certImg2' } as const;

/** Only this file writes entries with a method's reference. */
export const payeeOf = (text: string): Payee => JSON.parse(text) as Payee;

export function openWithdrawMethods(pool: Pool, vault: Vault, clock: Clock): WithdrawMethods {
  async function read(refs: readonly string[]): Promise<Map<string, Payee>> {
    return new Map([...(await vault.read(refs))].map(([ref, text]) => [ref, payeeOf(text)]));
  }

  const put = (user: UserId, payee: Payee, client: PoolClient): Promise<string> =>
    vault.put(user, 'payee', JSON.stringify(payee), client);

  /** One method of each kind: the former one is deleted unless a withdrawal uses it. */
  async function write(
    client: PoolClient,
    user: UserId,
    method: Pick<MethodRow, 'kind' | 'vault_ref' | 'status' | 'remark'>,
  ): Promise<void> {
    const { rows } = await client.query<Pick<MethodRow, 'vault_ref' | 'used'>>(
      'SELECT vault_ref, used FROM accounts.withdraw_methods WHERE user_id = $1 AND kind = $2 FOR UPDATE',
      [user, method.kind],
    );
    await client.query(
      `INSERT INTO accounts.withdraw_methods (user_id, kind, vault_ref, status, remark, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, kind) DO UPDATE SET
         vault_ref = excluded.vault_ref, status = excluded.status, remark = excluded.remark, used = false,
         updated_at = excluded.updated_at`,
      [user, method.kind, method.vault_ref, method.status, method.remark, clock.now()],
    );
    const gone = rows.filter(({ used }) => !used).map(({ vault_ref }) => vault_ref);
    await vault.forget(gone, client);
    await forgetDocuments(client, vault, gone);
  }

  async function draftRef(client: Pool | PoolClient, user: UserId): Promise<string | undefined> {
    const { rows } = await client.query<{ vault_ref: string }>(
      'SELECT vault_ref FROM accounts.bank_drafts WHERE user_id = $1',
      [user],
    );
    return rows[0]?.vault_ref;
  }

  async function draftOf(user: UserId, client: Pool | PoolClient = pool): Promise<BankForm | undefined> {
    const ref = await draftRef(client, user);
    const payee = ref === undefined ? undefined : (await read([ref])).get(ref);
    return payee?.kind === 'bank' ? payee : undefined;
  }

  return {
    read,
    draftOf: (user) => draftOf(user),
    async of(user) {
      const [{ rows }, chosen] = await Promise.all([
        pool.query<MethodRow>(
          'SELECT kind, vault_ref, status, remark, used FROM accounts.withdraw_methods WHERE user_id = $1',
          [user],
        ),
        pool.query<{ withdraw_type: number }>(
          'SELECT withdraw_type FROM accounts.withdraw_defaults WHERE user_id = $1',
          [user],
        ),
      ]);
      const payees = await read(rows.map(({ vault_ref }) => vault_ref));
      const methods = rows.flatMap(({ kind, status, remark, vault_ref }) => {
        const payee = payees.get(vault_ref);
        return payee ? [{ kind, status, remark, payee }] : [];
      });
      return { withdraw_type: chosen.rows[0]?.withdraw_type ?? WITHDRAW_TYPE.apy, methods };
    },
    saveWallet: (user, kind, form) =>
      inTransaction(pool, async (client) => {
        const refusal = refusedBy(walletErrors(kind, form));
        if (refusal) return refusal;
        await lockPerson(client, user);
        const { realname, account } = form;
        const payee = { kind, realname: realname.trim(), account: account.trim() };
        await write(client, user, {
          kind,
          vault_ref: await put(user, payee, client),
          status: CARD_STATUS.active,
          remark: '',
        });
        return undefined;
      }),
    draftBank: (user, form, proof) =>
      inTransaction(pool, async (client) => {
        const refusal = refusedBy(bankErrors(form, clock.now()));
        if (refusal) return refusal;
        await lockPerson(client, user);
        const pictures = proof && { identity_no: form.number, front: proof.certImg1, back: proof.certImg2 };
        const missing = pictures ? await missingPictures(client, vault, user, pictures) : [];
        if (missing.length > 0) return refusedBy(missing.map(noPicture));
        const before = await draftRef(client, user);
        const vault_ref = await put(user, { kind: 'bank', ...form, ...proof }, client);
        if (pictures) await attachDocuments(client, user, vault_ref, pictures);
        await client.query(
          `INSERT INTO accounts.bank_drafts (user_id, vault_ref, created_at) VALUES ($1, $2, $3)
           ON CONFLICT (user_id) DO UPDATE SET vault_ref = excluded.vault_ref, created_at = excluded.created_at`,
          [user, vault_ref, clock.now()],
        );
        if (before !== undefined) {
          await vault.forget([before], client);
          await forgetDocuments(client, vault, [before]);
        }
        return undefined;
      }),
    takeDraft: (user, reviewed) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const vault_ref = await draftRef(client, user);
        const draft = await draftOf(user, client);
        if (vault_ref === undefined || !draft) return missing('sms_code');
        const rejected = reviewed && SANDBOX_REJECTED.test(draft.bank_acct_no);
        const waits = !reviewed || SANDBOX_WAITS.test(draft.bank_acct_no);
        const status = rejected ? CARD_STATUS.rejected : waits ? CARD_STATUS.reviewing : CARD_STATUS.active;
        const remark = rejected ? 'holder_differs' : '';
        await write(client, user, { kind: 'bank', vault_ref, status, remark });
        await client.query('DELETE FROM accounts.bank_drafts WHERE user_id = $1', [user]);
        return { status };
      }),
    async setDefault(user, kind) {
      const { rowCount } = await pool.query(
        `INSERT INTO accounts.withdraw_defaults (user_id, withdraw_type)
         SELECT user_id, $3 FROM accounts.withdraw_methods WHERE user_id = $1 AND kind = $2 AND status = ${CARD_STATUS.active}
         ON CONFLICT (user_id) DO UPDATE SET withdraw_type = excluded.withdraw_type`,
        [user, kind, WITHDRAW_TYPE[kind]],
      );
      return rowCount === 1 ? undefined : missing('withdraw_type');
    },
    async forWithdrawal(user, kind) {
      const { rows } = await pool.query<{ vault_ref: string }>(
        `UPDATE accounts.withdraw_methods SET used = true WHERE user_id = $1 AND kind = $2 AND status = ${CARD_STATUS.active}
         RETURNING vault_ref`,
        [user, kind],
      );
      return rows[0]?.vault_ref;
    },
  };
}
