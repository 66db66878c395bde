/** Both ends belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

interface RangeRequest {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/;

/**
 * The part of a file that a request asks for (RFC 9110, 14). A list of ranges, another unit and a malformed range are
 * ignored, as the standard allows: the whole file is sent. So it is if the file changed since (`if-range`).
 * @param etag strong, with its quotes
 */
export function rangeOf(request: RangeRequest, size: number, etag: string): ByteRange | 'whole' | 'none' {
  const ifRange = request['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  const [, first = '', last = ''] = ONE_RANGE.exec(request.range ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'none' : { start, end: Math.min(last === '' ? size : Number(last), size - 1) };
}
