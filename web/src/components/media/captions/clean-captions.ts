/** More would make the page slow; two hours of film have about 2,000. */
const MAX_CUES = 10_000;
const MOMENT = String.raw`(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}`;
const TIMES = new RegExp(String.raw`^(${MOMENT})[ \t]+-->[ \t]+(${MOMENT})(?:[ \t]|$)`);

/** The times and the text of a WebVTT file: without styles, regions, notes, settings and marks. */
export function cleanCaptions(text: string): string {
  const cues: string[] = [];
  for (const block of text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [, from, until] = TIMES.exec(lines[at] ?? '') ?? [];
    if (from === undefined || until === undefined || at > 1) continue;
    const words = lines
      .slice(at + 1)
      .filter((line) => !line.includes('-->'))
      .map((line) => line.replaceAll(/<[^>]*>?/g, '').trim())
      .filter((line) => line !== '');
    if (words.length > 0) cues.push(`${from} --> ${until}\n${words.join('\n')}`);
    if (cues.length === MAX_CUES) break;
  }
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
