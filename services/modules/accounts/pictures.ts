import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './person-lock.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** The least size of a picture in these fields (creator specification 5, Image rules). */
const MIN_SIZE: Readonly<Record<'avatar' | 'cover' | 'plan' | 'album', Size>> = {
  plan: { width: 240, height: 240 },
  album: { width: 320, height: 320 },
  avatar: { width: 160, height: 160 },
  cover: { width: 800, height: 400 },
};

/** A field of a form with the address of a picture. */
export interface PictureField {
  field: string;
  address: string;
  /** What it shows, with its least size. */
  as: keyof typeof MIN_SIZE | 'any';
}

/** Pictures of each account, by their names in the file store. */
export interface Pictures {
  /**
   * Counts a decoded picture for its account; null when it is counted. The same one counts once.
   * @param store writes its file. If it fails, nothing is counted.
   */
  take(user: UserId, name: string, size: Size, store?: () => Promise<unknown>): Promise<Refusal | null>;
  /**
   * Refuses addresses that are not pictures which this account uploaded, or that are too small for what they show; each
   * by its field. Empty ones are no pictures. Files under the addresses in `saved`, which the form has already, stay.
   */
  refusalOf(user: UserId, fields: readonly PictureField[], saved: readonly string[]): Promise<Refusal | null>;
}

/** The error of a field whose picture is too small; undefined for any other. */
export function sizeError(
  field: string,
  as: keyof typeof MIN_SIZE,
  { width, height }: Size,
): FieldError | undefined {
  const least = MIN_SIZE[as];
  if (width >= least.width && height >= least.height) return undefined;
  return { field, message: { key: 'picture_too_small', min: `${least.width} × ${least.height}` } };
}

/** Where the API serves a picture, with its name. */
const ADDRESS = /^\/files\/([\w-]+\.\w+)$/;

/** Pictures are not deleted, so that what shows them stays whole. */
const full: Refusal = {
  code: 'quota_reached',
  errors: [{ field: 'file', message: { key: 'too_many_pictures', max: String(QUOTAS.pictures) } }],
};

export const openPictures = (pool: Pool, clock: Clock): Pictures => ({
  take: (user, name, size, store) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const db = queriesOn(client);
      await db
        .insertInto('accounts.clean_pictures')
        .values({ name })
        .onConflict((is) => is.doNothing())
        .execute();
      const own = db.selectFrom('accounts.pictures').select('name').where('user_id', '=', user);
      const names = (await own.execute()).map((row) => row.name);
      if (!names.includes(name)) {
        if (names.length >= QUOTAS.pictures) return full;
        const picture = { user_id: user, name, uploaded_at: clock.now(), ...size };
        await db.insertInto('accounts.pictures').values(picture).execute();
      }
      await store?.();
      return null;
    }),
  async refusalOf(user, fields, saved) {
    const stays = (address: string): boolean => ADDRESS.test(address) && saved.includes(address);
    const added = fields.filter(({ address }) => address !== '' && !stays(address));
    if (added.length === 0) return null;
    const found = await queriesOn(pool)
      .selectFrom('accounts.pictures')
      .select(['name', 'width', 'height'])
      .where('user_id', '=', user)
      .where(sql<boolean>`name = any(${added.map(({ address }) => ADDRESS.exec(address)?.[1] ?? '')})`)
      .execute();
    const own = new Map(found.map((row) => [`/files/${row.name}`, row]));
    const errors = added.flatMap(({ field, address, as }) => {
      const picture = own.get(address);
      if (picture === undefined) return [{ field, message: { key: 'unknown' } } as const];
      const { width, height } = picture;
      return as === 'any' || width === null || height === null
        ? []
        : (sizeError(field, as, { width, height }) ?? []);
    });
    return errors.length === 0 ? null : { code: 'bad_input', errors };
  },
});
