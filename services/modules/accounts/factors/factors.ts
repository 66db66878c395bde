import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { KeyedHash } from '#services/modules/messages/account-name.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Attempts } from '../attempts.ts';
import { type TooMany, tooMany } from '../codes/account-codes.ts';
import { lockActing } from '../end-access.ts';
import type { OwnAddresses } from '../own-addresses.ts';
import { lockPerson } from '../person-lock.ts';
import type { Vault } from '../vault.ts';
import { endFactors } from './end-factors.ts';
import type { FactorChanged } from './factor-changes.ts';
import { type FactorKind, factorsOf } from './factor-kinds.ts';
import { type Guesser, reserveGuess } from './guesses.ts';
import { renewRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { newSecret, stepOf, totpAddress } from './totp.ts';

/** How authenticators list the account. */
const ISSUER = 'Fanwatt';

interface FactorsOptions {
  pool: Pool;
  clock: Clock;
  ids: KeyedHash;
  vault: Pick<Vault, 'put' | 'read' | 'forget'>;
  attempts: Attempts;
  addressesOf: OwnAddresses;
  changed: FactorChanged;
  outbox: Outbox;
}

/** A factor is there already, or is not there. */
interface WrongState {
  refused: 'state';
}
interface WrongCode {
  refused: 'wrong_code';
}
interface NewCodes {
  refused?: never;
  /** Shown once. */
  recovery_codes: string[];
}

/** The second factor of people: codes of an authenticator, and recovery codes. Changes need a fresh confirmation. */
export function openFactors(options: FactorsOptions) {
  const { pool, clock, ids, vault, attempts, addressesOf, changed, outbox } = options;

  const totpOf = (user: UserId, client: Pool | PoolClient = pool) =>
    queriesOn(client).selectFrom('accounts.totp').where('user_id', '=', user).selectAll().executeTakeFirst();

  const secretOf = async (ref: string): Promise<string | undefined> => (await vault.read([ref])).get(ref);

  /** Uses up a code. Of two concurrent uses one succeeds, on any server: each raises the last step. */
  async function useTotp(user: UserId, code: string): Promise<boolean> {
    const row = await totpOf(user);
    const secret = row?.confirmed_at ? await secretOf(row.secret_ref) : undefined;
    const step = secret === undefined ? undefined : stepOf(secret, code, clock.now());
    if (row === undefined || step === undefined) return false;
    const used = await queriesOn(pool)
      .updateTable('accounts.totp')
      .set({ last_step: step })
      .where('user_id', '=', user)
      .where('secret_ref', '=', row.secret_ref)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }

  const codesLeft = async (user: UserId): Promise<number> => {
    const codes = queriesOn(pool).selectFrom('accounts.recovery_codes').where('user_id', '=', user);
    const counted = codes.select(({ fn }) => fn.countAll<number>().as('left'));
    return (await counted.executeTakeFirstOrThrow()).left;
  };

  /** Uses up a code of the authenticator, or a recovery code. */
  async function useCode(user: UserId, code: string): Promise<boolean> {
    if (/^\d{6}$/.test(code)) return useTotp(user, code);
    if (!(await useRecoveryCode(pool, ids, user, code))) return false;
    const left = String(await codesLeft(user));
    await outbox.send({ to_user: user, template: 'recovery_code_used', values: { left } });
    return true;
  }

  return {
    /** Those that count. */
    kinds: (user: UserId, client: Pool | PoolClient = pool): Promise<FactorKind[]> => factorsOf(client, user),

    async list(user: UserId): Promise<{ totp_since: Millis | undefined; recovery_codes: number }> {
      const [row, recovery_codes] = await Promise.all([totpOf(user), codesLeft(user)]);
      return { totp_since: row?.confirmed_at ?? undefined, recovery_codes };
    },

    /**
     * Uses up a code of the second factor: of the authenticator, or a recovery code. Guesses are counted before the code
     * is compared.
     */
    async use(user: UserId, code: string, guesser: Guesser): Promise<undefined | WrongCode | TooMany> {
      const guess = await reserveGuess(attempts, ids, user, guesser);
      if (guess.wait > 0) return tooMany(guess.wait);
      if (!(await useCode(user, code))) return { refused: 'wrong_code' };
      await guess.giveBack();
      return undefined;
    },

    /** A secret that counts from its first right code on. Another one replaces it until then. */
    async beginTotp(
      user: UserId,
    ): Promise<{ refused?: never; secret: string; address: string } | WrongState> {
      const secret = newSecret();
      const isBegun = await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const before = await totpOf(user, client);
        if (before?.confirmed_at) return false;
        if (before) await vault.forget([before.secret_ref], client);
        const secret_ref = await vault.put(user, 'totp', secret, client);
        await queriesOn(client)
          .insertInto('accounts.totp')
          .values({ user_id: user, secret_ref })
          .onConflict((on) => on.column('user_id').doUpdateSet({ secret_ref, last_step: 0 }))
          .execute();
        return true;
      });
      if (!isBegun) return { refused: 'state' };
      const { email, phone } = await addressesOf(user);
      return { secret, address: totpAddress(secret, ISSUER, email || phone || ISSUER) };
    },

    /** Switches codes on, by the first right one. @returns the recovery codes */
    async confirmTotp(
      user: UserId,
      session: string,
      code: string,
    ): Promise<NewCodes | WrongCode | WrongState | TooMany> {
      const row = await totpOf(user);
      const secret = row && (await secretOf(row.secret_ref));
      if (row === undefined || secret === undefined || row.confirmed_at) return { refused: 'state' };
      const guess = await reserveGuess(attempts, ids, user, 'session');
      if (guess.wait > 0) return tooMany(guess.wait);
      const last_step = stepOf(secret, code, clock.now());
      if (last_step === undefined) return { refused: 'wrong_code' };
      await guess.giveBack();
      const recovery_codes = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        const switched = await queriesOn(client)
          .updateTable('accounts.totp')
          .set({ confirmed_at: clock.now(), last_step })
          .where('user_id', '=', user)
          .where('secret_ref', '=', row.secret_ref)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst();
        return switched.numUpdatedRows === 1n ? renewRecoveryCodes(client, ids, user) : undefined;
      });
      if (recovery_codes === undefined) return { refused: 'state' };
      await changed(user, session, { template: 'totp_on', values: {} });
      return { recovery_codes };
    },

    /** Switches codes off. With the last factor the recovery codes end. Throws `SessionEnded`. */
    async removeTotp(user: UserId, session: string): Promise<{ refused?: never } | WrongState> {
      const isRemoved = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        const isOn = (await totpOf(user, client))?.confirmed_at;
        return isOn ? endFactors(client, vault, user, { only: 'totp' }) : false;
      });
      if (!isRemoved) return { refused: 'state' };
      await changed(user, session, { template: 'totp_off', values: {} });
      return {};
    },

    /**
     * Ends the authenticator, all passkeys and the recovery codes, as after somebody else was in the account. Throws
     * `SessionEnded`.
     */
    async removeAll(user: UserId, session: string): Promise<{ refused?: never } | WrongState> {
      const isRemoved = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        return endFactors(client, vault, user);
      });
      if (!isRemoved) return { refused: 'state' };
      await changed(user, session, { template: 'all_factors_removed', values: {} });
      return {};
    },

    /** New recovery codes in place of the old ones. Throws `SessionEnded`. */
    async renewCodes(user: UserId, session: string): Promise<NewCodes | WrongState> {
      const recovery_codes = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        const isProtected = (await factorsOf(client, user)).length > 0;
        return isProtected ? renewRecoveryCodes(client, ids, user) : undefined;
      });
      if (recovery_codes === undefined) return { refused: 'state' };
      await changed(user, session, { template: 'recovery_codes_renewed', values: {} });
      return { recovery_codes };
    },
  };
}

export type Factors = ReturnType<typeof openFactors>;
