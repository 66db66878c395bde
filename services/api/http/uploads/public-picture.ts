import type { Config } from '#services/runtime/config.ts';

/** Where the pictures of those without one are served. */
export const DEFAULT_PICTURES = '/files/default/';

/** Pictures that programs of creators do not read: moving ones, and drawings of the demo. */
const OTHERS = /\.(gif|svg)$/;
const AS_PNG = /^(.+\.(?:gif|svg))\.png$/;

/** The name of the picture that is served as PNG under this name; undefined for others. */
export const nameAsPng = (name: string): string | undefined => AS_PNG.exec(name)?.[1];

const readable = (address: string): string => (OTHERS.test(address) ? `${address}.png` : address);

/**
 * The absolute address of a picture, for programs and other sites, as PNG, JPEG or WebP; a default one where there is
 * none.
 * @param path of a picture, or its whole address; empty: there is none
 */
export const publicPicture = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  path: string,
  kind: 'person' | 'offer',
): string =>
  /^https?:\/\//.test(path)
    ? path
    : publicUrl + (path.startsWith('/') ? readable(path) : `${DEFAULT_PICTURES}${kind}.png`);
