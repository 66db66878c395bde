import { MAX_ALBUMS_OF_POST } from '#services/contract/content/posts.ts';

const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** The albums that an address names, each once, as many as a post can be in. */
export const chosenAlbums = (album_ids = ''): string[] =>
  [...new Set(album_ids.split(',').filter((one) => ID.test(one)))].slice(0, MAX_ALBUMS_OF_POST);
