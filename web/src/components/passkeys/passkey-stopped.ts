/** The browser made no passkey or signature: the person closed its dialog, or it found none in time. */
export class PasskeyStopped extends Error {
  override name = 'PasskeyStopped';
  /** The authenticator has a passkey of this account already. */
  readonly exists: boolean;

  constructor(cause: unknown) {
    super('no passkey was used', { cause });
    this.exists = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}
