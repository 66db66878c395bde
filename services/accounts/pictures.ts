import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './kept.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** The least size of a picture in these fields (creator specification 5, Image rules). */
const LEAST: Readonly<Record<'avatar' | 'cover' | 'plan', Size>> = {
  plan: { width: 240, height: 240 },
  avatar: { width: 160, height: 160 },
  cover: { width: 800, height: 400 },
};

/** Pictures of SKUs can have any size. */
export interface PlanPicture {
  field: string;
  address: string;
  of: 'plan' | 'sku';
}

/** Pictures of each account, by their names in the file store. */
export interface Pictures {
  /** Counts the picture for its account; null when it is counted. The same one counts once. */
  take(user: UserId, name: string, size: Size): Promise<Refusal | null>;
  /** Errors of pictures that this account did not upload, or that are too small for what they show; by their fields. */
  planErrors(user: UserId, addresses: readonly PlanPicture[]): Promise<FieldError[]>;
  /** Refuses addresses of uploaded pictures that are too small, each by its field. */
  tooSmall(addresses: { avatar?: string | undefined; cover?: string | undefined }): Promise<Refusal | null>;
}

/** The error of a field whose picture is too small; undefined for any other. */
export function sizeError(
  field: string,
  as: keyof typeof LEAST,
  { width, height }: Size,
): FieldError | undefined {
  const least = LEAST[as];
  if (width >= least.width && height >= least.height) return undefined;
  return { field, message: { key: 'picture_too_small', min: `${least.width} × ${least.height}` } };
}

/** Where the API serves pictures. */
const FOLDER = /^\/files\//;

/** Pictures are not deleted, so that what shows them stays whole. */
const full: Refusal = {
  code: 'quota_reached',
  errors: [{ field: 'file', message: { key: 'too_many_pictures', max: String(QUOTAS.pictures) } }],
};

export const openPictures = (pool: Pool, clock: Clock): Pictures => ({
  take: (user, name, size) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const db = queriesOn(client);
      const own = db.selectFrom('accounts.pictures').select('name').where('user_id', '=', user);
      const names = (await own.execute()).map((row) => row.name);
      if (names.includes(name)) return null;
      if (names.length >= QUOTAS.pictures) return full;
      const picture = { user_id: user, name, uploaded_at: clock.now(), ...size };
      await db.insertInto('accounts.pictures').values(picture).execute();
      return null;
    }),
  async planErrors(user, addresses) {
    const nameOf = (address: string): string => address.replace(FOLDER, '');
    const found = await queriesOn(pool)
      .selectFrom('accounts.pictures')
      .select(['name', 'width', 'height'])
      .where('user_id', '=', user)
      .where(sql<boolean>`name = any(${addresses.map(({ address }) => nameOf(address))})`)
      .execute();
    const own = new Map(found.map((row) => [`/files/${row.name}`, row]));
    return addresses.flatMap(({ field, address, of }) => {
      const picture = own.get(address);
      if (picture === undefined) return [{ field, message: { key: 'unknown' } } as const];
      const { width, height } = picture;
      return of === 'sku' || width === null || height === null
        ? []
        : (sizeError(field, 'plan', { width, height }) ?? []);
    });
  },
  async tooSmall(addresses) {
    const named = (['avatar', 'cover'] as const).map((field) => ({
      field,
      name: (addresses[field] ?? '').replace(FOLDER, ''),
    }));
    const found = await queriesOn(pool)
      .selectFrom('accounts.pictures')
      .select(['name', 'width', 'height'])
      .where(sql<boolean>`name = any(${named.map(({ name }) => name)})`)
      .execute();
    const errors = named.flatMap(({ field, name }) => {
      const { width, height } = found.find((one) => one.name === name) ?? { width: null, height: null };
      return width === null || height === null ? [] : (sizeError(field, field, { width, height }) ?? []);
    });
    return errors.length === 0 ? null : { code: 'bad_input', errors };
  },
});
