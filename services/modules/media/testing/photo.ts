import sharp from 'sharp';

/** A text that each kind of metadata of a photo has. */
export const PLACE = '31 deg 13 min N';

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** An IPTC record with the place, as image programs write it. */
function iptc(): Buffer {
  const text = Buffer.from(PLACE);
  const record = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, text.length]), text]);
  const head = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(record.length, 8);
  return segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), head, record]));
}

/**
 * A JPEG as a phone takes it: white above and blue below once it is turned as its metadata says (orientation 6). The place
 * is in EXIF, XMP, IPTC, a comment, and behind the end.
 * @param width pixels of the picture as it lies in the file; it is shown `height` wide
 */
export async function photo(width: number, height: number): Promise<Buffer> {
  const white = { create: { width: width >> 1, height, channels: 3, background: '#fff' } } as const;
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLatitude="${PLACE}"/></rdf:RDF></x:xmpmeta>`;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#00f' } })
    .composite([{ input: await sharp(white).png().toBuffer(), left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: PLACE },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1', GPSAreaInformation: PLACE },
    })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const more = [iptc(), segment(0xfe, Buffer.from(PLACE))];
  return Buffer.concat([bytes.subarray(0, 2), ...more, bytes.subarray(2), Buffer.from(PLACE)]);
}

/** Kinds of metadata that a picture has; empty for a clean one. */
export async function metadataIn(bytes: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, orientation, comments } = await sharp(bytes).metadata();
  const kinds = { exif, xmp, iptc, orientation, comments, place: bytes.includes(PLACE) || undefined };
  return Object.entries(kinds).flatMap(([kind, found]) => (found === undefined ? [] : [kind]));
}

/** Red, green and blue of a pixel, as a browser shows them. */
export async function colourAt(bytes: Buffer, left: number, top: number, page = 0): Promise<number[]> {
  const pixel = sharp(bytes, { page }).toColourspace('srgb').removeAlpha();
  return [...(await pixel.extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}
