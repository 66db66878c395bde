import type { MessengerLogin } from '#services/runtime/settings/wechat-login.ts';

export interface MessengerProfile {
  /** The person's number at the messenger, at most 200 characters. */
  subject: string;
  name: string;
  /** Address of a picture at the messenger; may be empty. */
  avatar: string;
}

/** No answer that can be used. */
export class MessengerUnavailable extends Error {}

/** A messenger that says who a person is. */
export interface Messenger {
  kinds: readonly MessengerLogin[];
  /** Where the person agrees. @param state comes back with the code; undefined: this way is not set up */
  address(kind: MessengerLogin, redirectUri: string, state: string): string | undefined;
  /** Undefined: the code is wrong, was used or is too old. Throws MessengerUnavailable. */
  profileOf(kind: MessengerLogin, code: string): Promise<MessengerProfile | undefined>;
}

export const noMessenger: Messenger = {
  kinds: [],
  address: () => undefined,
  profileOf: () => Promise.resolve(undefined),
};
