import type { FastifyReply } from 'fastify';

/**
 * Sends a body whose pieces share one buffer: each is handed to the system before the next one is read. A stream would take
 * new memory for every piece, which is collected only after tens of megabytes.
 * @param first the first result of `pieces`
 */
export async function sendPieces(
  reply: FastifyReply,
  first: IteratorResult<Uint8Array> | undefined,
  pieces: AsyncIterator<Uint8Array>,
): Promise<FastifyReply> {
  const { raw } = reply;
  reply.hijack();
  let giveUp: (error: Error) => void = () => undefined;
  const onClose = (): void => giveUp(new Error('the client has gone'));
  raw.once('close', onClose);
  const write = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      giveUp = reject;
      if (raw.destroyed) onClose();
      else raw.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  try {
    // Numbers, texts and lists of texts, as Node takes them.
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    for (let next = first; next && !next.done; next = await pieces.next()) {
      await write(next.value);
    }
    raw.end();
  } catch {
    // The status is sent: only an end before the promised length tells the client.
    raw.destroy();
  } finally {
    raw.off('close', onClose);
    await pieces.return?.();
  }
  return reply;
}
