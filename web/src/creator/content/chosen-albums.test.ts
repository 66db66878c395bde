import { expect, test } from 'vitest';
import { chosenAlbums } from './chosen-albums.ts';

test('an address names albums by their ids, each once, at most 20', () => {
  expect(chosenAlbums()).toEqual([]);
  expect(chosenAlbums('a1,,b_2,a1,<i>,c d')).toEqual(['a1', 'b_2']);
  expect(chosenAlbums(Array.from({ length: 30 }, (_, at) => `a${at}`).join())).toHaveLength(20);
});
