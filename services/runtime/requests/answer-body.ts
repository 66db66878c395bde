export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

/** The body of another server's answer. Throws AnswerTooLong above so many bytes, before it reads further. */
export async function answerBody(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > most) throw new AnswerTooLong('the answer is too long');
  }
  return Buffer.concat(parts);
}
