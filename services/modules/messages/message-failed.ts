/** Reports only a code: servers repeat addresses in their texts, and those must not be logged. */
export class MessageFailed extends Error {
  override name = 'MessageFailed';
  /** `SMTP 550`, `SMS 400`, `ECONNREFUSED` … */
  readonly reason: string;
  /** The server will never take this message. */
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean) {
    super(reason);
    this.reason = reason;
    this.permanent = permanent;
  }
}
