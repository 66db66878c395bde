/** What the windows of this browser tell each other; undefined where the browser forbids it, as in some frames. */
export function windowChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
