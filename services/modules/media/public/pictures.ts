import type { Pool } from 'pg';
import { newFileId, type UserId } from '#events/ids.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { turnsOf } from '#services/runtime/connections/turns.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS, sizeText } from '#services/runtime/quotas.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { CleanPicture } from '../clean-picture.ts';
import type { MediaStore } from '../media-store.ts';
import { usageOf } from '../uploads/upload-rows.ts';
import { addressOf, nameIn, publicName, publicType, storePublic } from './public-files.ts';

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

/** Public pictures of each account: avatars, covers, goods. */
export interface Pictures {
  /**
   * Stores a decoded picture for its account. The same one counts once. If it cannot be stored, it is not counted.
   * @param most bytes of all files of the account
   */
  add(user: UserId, picture: CleanPicture, most: number): Promise<{ url: string } | Refusal>;
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

/** Pictures are not deleted, so that what shows them stays whole. */
const full: Refusal = {
  code: 'quota_reached',
  errors: [{ field: 'file', message: { key: 'too_many_pictures', max: String(QUOTAS.pictures) } }],
};

interface Parts {
  pool: Pool;
  clock: Clock;
  store: Pick<MediaStore, 'write'>;
}

/** A store that answers slowly holds so many transactions of a process, and leaves the others. */
const STORED_AT_ONCE = 2;

export const openPictures = (parts: Parts): Pictures => {
  const storing = turnsOf(STORED_AT_ONCE);
  const pictures = picturesOf(parts);
  return {
    ...pictures,
    async add(...picture) {
      const end = await storing.take();
      return pictures.add(...picture).finally(end);
    },
  };
};

const picturesOf = ({ pool, clock, store }: Parts): Pictures => ({
  add: (user, { bytes, extension, width, height }, most) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const name = publicName(bytes, extension, user);
      const db = queriesOn(client);
      const own = db.selectFrom('media.files').select('object').where('owner_id', '=', user);
      const names = (await own.where('public', '=', true).execute()).map(({ object }) => object);
      if (!names.includes(name)) {
        if (names.length >= QUOTAS.pictures) return full;
        const now = clock.now();
        const usage = await usageOf(client, user, now);
        if (usage.bytes + bytes.length > most) {
          const message = { key: 'storage_full', max: sizeText(most) } as const;
          return { code: 'quota_reached', errors: [{ field: 'file', message }] };
        }
        const file = {
          file_id: newFileId(),
          owner_id: user,
          kind: 'picture',
          state: 'ready',
          name,
          object: name,
        };
        const content = { bytes: bytes.length, type: publicType(name) ?? '', width, height };
        const times = { created_at: now, arrived_at: now, ready_at: now };
        await db
          .insertInto('media.files')
          .values({ ...file, ...content, ...times, public: true })
          .execute();
      }
      await storePublic(store, name, bytes);
      return { url: addressOf(name) };
    }),
  async refusalOf(user, fields, saved) {
    const stays = (address: string): boolean => nameIn(address) !== undefined && saved.includes(address);
    const added = fields.filter(({ address }) => address !== '' && !stays(address));
    if (added.length === 0) return null;
    const found = await queriesOn(pool)
      .selectFrom('media.files')
      .select(['object', 'width', 'height'])
      .where('owner_id', '=', user)
      .where('public', '=', true)
      .where('object', '=', anyOf(added.map(({ address }) => nameIn(address) ?? '')))
      .execute();
    const own = new Map(found.map((row) => [addressOf(row.object), row]));
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
