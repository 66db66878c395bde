import { createHash } from 'node:crypto';
import type { MediaStore } from '../media-store.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  // Drawn by the demo.
  ['svg', 'image/svg+xml'],
]);
const NAME = /^[\w-]{1,70}\.([a-z]+)$/;
const PATH = '/files/';

/** MIME type of a public picture by its name in the store. Undefined for names of other objects. */
export const publicType = (name: string): string | undefined => TYPES.get(NAME.exec(name)?.[1] ?? '');

/** Where everybody gets a public picture. */
export const addressOf = (name: string): string => `${PATH}${name}`;

/** The name in an address; undefined for other addresses. */
export function nameIn(address: string): string | undefined {
  const name = address.startsWith(PATH) ? address.slice(PATH.length) : '';
  return publicType(name) === undefined ? undefined : name;
}

/** A name of its own for the bytes of each owner, so that a removal concerns one owner only. */
export function publicName(bytes: Buffer, extension: string, owner: string): string {
  const digest = createHash('sha256').update(owner).update('\n').update(bytes).digest('hex');
  return `${digest.slice(0, 40)}.${extension}`;
}

/** Writes a public picture under its name. */
export async function storePublic(
  store: Pick<MediaStore, 'write'>,
  name: string,
  bytes: Buffer,
): Promise<void> {
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  await store.write(name, whole(), bytes.length);
}

/** Stores a drawing of nobody, as the demo makes them. @returns its address */
export async function putDrawing(store: Pick<MediaStore, 'write'>, svg: Buffer): Promise<string> {
  const name = publicName(svg, 'svg', '');
  await storePublic(store, name, svg);
  return addressOf(name);
}
