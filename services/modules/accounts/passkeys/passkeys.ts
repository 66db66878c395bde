import type { Pool, PoolClient } from 'pg';
import { newPasskeyId, type UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { NewPasskey, PasskeyRequest, PasskeySignature } from '#services/contract/accounts/passkeys.ts';
import type { KeyedHash } from '#services/modules/messages/account-name.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockActing } from '../end-access.ts';
import type { FactorChanged } from '../factors/factor-changes.ts';
import { factorsOf } from '../factors/factor-kinds.ts';
import { dropRecoveryCodes, renewRecoveryCodes } from '../factors/recovery-codes.ts';
import type { OwnAddresses } from '../own-addresses.ts';
import type { Vault } from '../vault.ts';
import { type ChallengeUse, openChallenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { ALGORITHMS, challengeIn, verifyNewPasskey, verifySignature } from './verify.ts';

/** How browsers list the account. */
const SITE = 'Fanwatt';
/** For the person to answer; the challenge holds as long. */
const TIMEOUT_MS = 300_000;
/** The owner gets one message about a copy within this time. */
const WARNED_MS = 86_400_000;

const publicKey = 'public-key' as const;

interface PasskeysOptions {
  pool: Pool;
  clock: Clock;
  ids: KeyedHash;
  vault: Pick<Vault, 'put' | 'read' | 'replace' | 'forget'>;
  addressesOf: OwnAddresses;
  changed: FactorChanged;
  outbox: Outbox;
  /** Undefined: no passkeys can be used. */
  party: RelyingParty | undefined;
}

export interface ListedPasskey {
  passkey_id: string;
  name: string;
  synced: boolean;
  created_at: Millis;
  /** 0: never. */
  used_at: Millis;
}

/** `unknown`: no such passkey of the person; `copied`: its counter went back; `wrong`: anything else, also a used challenge. */
export interface WrongPasskey {
  refused: 'unknown' | 'copied' | 'wrong';
}
interface Refused<Reason extends string> {
  refused: Reason;
}

/** Passkeys of people. Changes need a fresh confirmation. */
export function openPasskeys(options: PasskeysOptions) {
  const { pool, clock, ids, vault, addressesOf, changed, outbox, party } = options;
  const challenges = openChallenges(clock, ids);

  const rowsOf = (user: UserId, client: Pool | PoolClient = pool) =>
    queriesOn(client)
      .selectFrom('accounts.passkeys')
      .where('user_id', '=', user)
      .orderBy('created_at')
      .orderBy('passkey_id')
      .selectAll()
      .execute();

  /** What authenticators know the person by: nobody recognises an account by it. */
  const handleOf = (user: UserId): string => ids('passkey-user', user).toString('base64url');

  const descriptorsOf = async (user: UserId) =>
    (await rowsOf(user)).map(({ credential_id, transports }) => ({
      id: credential_id,
      type: publicKey,
      transports,
    }));

  /** @param use with a user: of this person's passkeys */
  async function request(use: ChallengeUse): Promise<PasskeyRequest | Refused<'state'>> {
    if (party === undefined) return { refused: 'state' };
    return {
      challenge: challenges.issue(use),
      rpId: party.id,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: use.user === undefined ? [] : await descriptorsOf(use.user),
    };
  }

  async function warn(user: UserId, passkey_id: string): Promise<void> {
    const now = clock.now();
    const warned = await queriesOn(pool)
      .updateTable('accounts.passkeys')
      .set({ warned_at: now })
      .where('passkey_id', '=', passkey_id)
      .where('warned_at', '<=', now - WARNED_MS)
      .executeTakeFirst();
    if (warned.numUpdatedRows === 0n) return;
    await outbox.send({ to_user: user, template: 'passkey_copied', values: {} });
  }

  /** Uses up the answer to a challenge: a passkey of the person, or of anybody. @returns its owner */
  async function check(
    credential: PasskeySignature,
    use: ChallengeUse,
  ): Promise<{ refused?: never; user: UserId } | WrongPasskey> {
    const text = challengeIn(credential);
    const challenge = challenges.read(text, use);
    if (party === undefined || challenge === undefined) return { refused: 'wrong' };
    const found = queriesOn(pool).selectFrom('accounts.passkeys').where('credential_id', '=', credential.id);
    const row = await found.selectAll().executeTakeFirst();
    if (row === undefined || (use.user !== undefined && row.user_id !== use.user)) {
      return { refused: 'unknown' };
    }
    const { passkey_id, user_id: user } = row;
    const { userHandle } = credential.response;
    if (userHandle && userHandle !== handleOf(user)) return { refused: 'wrong' };
    const counter = await verifySignature(credential, row, { party, challenge: text });
    if (counter === undefined) return { refused: 'wrong' };
    const outcome = await inTransaction(pool, async (client) => {
      if (!(await challenges.use(client, challenge))) return 'wrong';
      const own = queriesOn(client).selectFrom('accounts.passkeys').where('passkey_id', '=', passkey_id);
      const locked = await own.select('counter').forNoKeyUpdate().executeTakeFirst();
      if (locked === undefined) return 'unknown';
      // An authenticator that does not count sends 0.
      if (counter <= locked.counter && (counter > 0 || locked.counter > 0)) return 'copied';
      await queriesOn(client)
        .updateTable('accounts.passkeys')
        .set({ counter, used_at: clock.now() })
        .where('passkey_id', '=', passkey_id)
        .execute();
      return undefined;
    });
    if (outcome === 'copied') await warn(user, passkey_id);
    return outcome === undefined ? { user } : { refused: outcome };
  }

  return {
    /** Where passkeys can be used; undefined: nowhere. */
    origin: party?.origin,

    async list(user: UserId): Promise<ListedPasskey[]> {
      const rows = await rowsOf(user);
      const names = await vault.read(rows.map(({ name_ref }) => name_ref));
      return rows.map(({ passkey_id, name_ref, synced, created_at, used_at }) => ({
        passkey_id,
        name: names.get(name_ref) ?? '',
        synced,
        created_at,
        used_at,
      }));
    },

    request,
    check,

    /** Behind the lock of the person: it was not removed meanwhile. */
    async isKept(credential_id: string, client: PoolClient): Promise<boolean> {
      const found = queriesOn(client).selectFrom('accounts.passkeys').select('passkey_id');
      return (await found.where('credential_id', '=', credential_id).executeTakeFirst()) !== undefined;
    },

    /** What the browser makes a passkey by. */
    async begin(user: UserId, session: string, displayName: string) {
      if (party === undefined) return { refused: 'state' } as const;
      const excludeCredentials = await descriptorsOf(user);
      if (excludeCredentials.length >= QUOTAS.passkeys) return { refused: 'full' } as const;
      const { email, phone } = await addressesOf(user);
      return {
        challenge: challenges.issue({ purpose: 'add', place: session, user }),
        rp: { id: party.id, name: SITE },
        user: { id: handleOf(user), name: email || phone || displayName, displayName },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: publicKey, alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none' as const,
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        excludeCredentials,
      };
    },

    /** @returns the recovery codes that come with the first factor */
    async add(
      user: UserId,
      session: string,
      { name, credential }: { name: string; credential: NewPasskey },
    ): Promise<{ refused?: never; recovery_codes: string[] } | Refused<'wrong'> | Refused<'full'>> {
      const text = challengeIn(credential);
      const challenge = challenges.read(text, { purpose: 'add', place: session, user });
      if (party === undefined || challenge === undefined) return { refused: 'wrong' };
      const made = await verifyNewPasskey(credential, { party, challenge: text });
      if (made === undefined) return { refused: 'wrong' };
      const { transports } = credential.response;
      const done = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        if (!(await challenges.use(client, challenge))) return 'wrong';
        if ((await rowsOf(user, client)).length >= QUOTAS.passkeys) return 'full';
        const isFirst = (await factorsOf(client, user)).length === 0;
        const name_ref = await vault.put(user, 'passkey', name, client);
        const row = { ...made, passkey_id: newPasskeyId(), user_id: user, name_ref, transports };
        const inserted = await queriesOn(client)
          .insertInto('accounts.passkeys')
          .values({ ...row, created_at: clock.now() })
          .onConflict((on) => on.column('credential_id').doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 1n) {
          return { isFirst, recovery_codes: isFirst ? await renewRecoveryCodes(client, ids, user) : [] };
        }
        // Somebody sent the id of a passkey that exists.
        await vault.forget([name_ref], client);
        return 'wrong';
      });
      if (typeof done === 'string') return { refused: done };
      const message = { template: 'passkey_added', values: {} } as const;
      // Sessions that a factor opened stay: each device adds its own passkey.
      if (done.isFirst) await changed(user, session, message);
      else await outbox.send({ to_user: user, ...message });
      return { recovery_codes: done.recovery_codes };
    },

    /** Throws `SessionEnded`. */
    async rename(
      user: UserId,
      session: string,
      { passkey_id, name }: { passkey_id: string; name: string },
    ): Promise<{ refused?: never } | Refused<'unknown'>> {
      return inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        const found = await queriesOn(client)
          .selectFrom('accounts.passkeys')
          .where('user_id', '=', user)
          .where('passkey_id', '=', passkey_id)
          .select('name_ref')
          .executeTakeFirst();
        if (found === undefined) return { refused: 'unknown' } as const;
        await vault.replace(found.name_ref, name, client);
        return {};
      });
    },

    /** With the last factor the recovery codes end. Throws `SessionEnded`. */
    async remove(
      user: UserId,
      session: string,
      passkey_id: string,
    ): Promise<{ refused?: never } | Refused<'unknown'>> {
      const isRemoved = await inTransaction(pool, async (client) => {
        await lockActing(client, user, session);
        const removed = await queriesOn(client)
          .deleteFrom('accounts.passkeys')
          .where('user_id', '=', user)
          .where('passkey_id', '=', passkey_id)
          .returning('name_ref')
          .executeTakeFirst();
        if (removed === undefined) return false;
        await vault.forget([removed.name_ref], client);
        if ((await factorsOf(client, user)).length === 0) await dropRecoveryCodes(client, user);
        return true;
      });
      if (!isRemoved) return { refused: 'unknown' };
      await changed(user, session, { template: 'passkey_removed', values: {} });
      return {};
    },
  };
}

export type Passkeys = ReturnType<typeof openPasskeys>;
