/** PostgreSQL's write-ahead log (WAL) in files of 16 MiB, as initdb sets it. */
export const SEGMENT_BYTES = 16 * 1_048_576;

const SEGMENTS_PER_NAME = 0x1_0000_0000 / SEGMENT_BYTES;
const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** A position of the WAL, in bytes since its beginning; PostgreSQL writes it as `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const lsnText = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();

/** The start of the segment with this position. */
export const segmentStart = (lsn: bigint): bigint => lsn - (lsn % BigInt(SEGMENT_BYTES));

/** The name of the segment's file: timeline, and number in two parts. */
export function segmentName(timeline: number, lsn: bigint): string {
  const number = Number(lsn / BigInt(SEGMENT_BYTES));
  return (
    hex(timeline, 8) + hex(Math.floor(number / SEGMENTS_PER_NAME), 8) + hex(number % SEGMENTS_PER_NAME, 8)
  );
}

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/** Timeline and first position of a segment's file; undefined for other files. */
export function segmentOf(name: string): { timeline: number; start: bigint } | undefined {
  const [, timeline, high, low] = SEGMENT.exec(name) ?? [];
  if (timeline === undefined || high === undefined || low === undefined) return undefined;
  const number = Number.parseInt(high, 16) * SEGMENTS_PER_NAME + Number.parseInt(low, 16);
  return { timeline: Number.parseInt(timeline, 16), start: BigInt(number) * BigInt(SEGMENT_BYTES) };
}

/** A description of where a timeline begins. */
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);
