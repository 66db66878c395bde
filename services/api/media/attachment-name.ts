/** Bytes that one character of a name needs in a header, escaped. */
const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Control characters, and those that turn the direction of a text: `exe.gpj` is shown as a picture. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const MAX_LENGTH = 120;

/** `content-disposition` of a download (RFC 6266, 5987): a name for every browser, and a plain one for old programs. */
export function attachmentHeader(name: string): string {
  const clean = [...name.toWellFormed().replaceAll(HIDDEN, '').replaceAll(/[/\\]/g, '_').trim()]
    .slice(0, MAX_LENGTH)
    .join('');
  const shown = /^\.*$/.test(clean) ? 'file' : clean;
  const plain = shown.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(shown).replaceAll(/['()*!]/g, escaped);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
