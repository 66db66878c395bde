const FIRST = [0x81, 0xfe] as const;
const SECOND = [0x40, 0xfe] as const;

/** The two bytes of each character, from the decoder of the platform. */
function tableOf(): ReadonlyMap<string, readonly [number, number]> {
  const decoder = new TextDecoder('gbk');
  const table = new Map<string, readonly [number, number]>();
  for (let first = FIRST[0]; first <= FIRST[1]; first += 1) {
    for (let second = SECOND[0]; second <= SECOND[1]; second += 1) {
      const text = decoder.decode(new Uint8Array([first, second]));
      if ([...text].length === 1 && !table.has(text)) table.set(text, [first, second]);
    }
  }
  return table;
}

let table: ReturnType<typeof tableOf> | undefined;

/** A text in GBK. Throws for characters that it does not have. */
export function inGbk(text: string): Uint8Array {
  table ??= tableOf();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? [code] : table.get(character);
    if (pair === undefined) throw new Error(`GBK has no ${character}`);
    bytes.push(...pair);
  }
  return new Uint8Array(bytes);
}
