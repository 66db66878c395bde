/** A form with fields and then the file `file`: what `inject` sends. */
export function formOf(file: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const part = (name: string, more = ''): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(`${head.join('')}${part('file', '; filename="f"')}`),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  };
}
