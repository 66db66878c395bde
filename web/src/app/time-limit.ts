/** Aborts after a time, as `AbortSignal.timeout` does in newer browsers. */
export function timeLimit(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError');
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}
