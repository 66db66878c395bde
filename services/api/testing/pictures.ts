const hex = (...parts: string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

/** The first bytes of a picture of 3 × 2 pixels in each supported format. */
export const pictures = {
  png: hex('89504e470d0a1a0a', '0000000d 49484452', '00000003 00000002', '08060000 00', '00000000'),
  gif: hex('474946383961', '0300 0200', '00 00 00 3b'),
  jpg: hex('ffd8', 'ffe0 0010 4a46494600 0101 00 0001 0001 0000', 'ffc0 000b 08 0002 0003 01 011100', 'ffd9'),
  webp: hex('52494646 1e000000 57454250', '56503858 0a000000', '00000000', '020000 010000', '0000'),
} as const;
