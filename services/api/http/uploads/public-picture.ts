import type { Config } from '#services/runtime/config.ts';

/** Where the pictures of those without one are served. */
export const DEFAULT_PICTURES = '/files/default/';

/**
 * The absolute address of a picture, for programs and other sites; a default one where there is none.
 * @param path of a picture, or its whole address; empty: there is none
 */
export const publicPicture = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  path: string,
  kind: 'person' | 'offer',
): string =>
  /^https?:\/\//.test(path)
    ? path
    : publicUrl + (path.startsWith('/') ? path : `${DEFAULT_PICTURES}${kind}.png`);
