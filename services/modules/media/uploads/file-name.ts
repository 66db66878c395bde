import { MAX_NAME } from './limits.ts';

/** Controls, and characters that show a name in another order or not at all. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;
const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** A name as people see it: without folders and hidden characters, at most 120 characters with its ending. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll('\uFEFF', '')
    .replace(/\s/g, ' ')
    .replace(HIDDEN, '')
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...clean];
  if (characters.length <= MAX_NAME) return clean === '' || /^\.+$/.test(clean) ? 'file' : clean;
  const [ending = ''] = ENDING.exec(clean) ?? [];
  return characters.slice(0, MAX_NAME - [...ending].length).join('') + ending;
}
