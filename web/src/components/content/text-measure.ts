/** Chinese, Japanese and Korean characters: each is counted. */
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** Words of a text, and its CJK characters, as editors of both languages count. */
export function wordCount(text: string): number {
  const characters = text.match(CJK)?.length ?? 0;
  return characters + (text.replace(CJK, ' ').match(WORD)?.length ?? 0);
}
