import { timingSafeEqual } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Passwords } from './passwords.ts';
import { newToken, SESSION_SECONDS } from './session.ts';

interface KnownDevicesOptions {
  clock: Clock;
  index: BlindIndex;
  passwords: Passwords;
}

/**
 * Browsers in which an account was signed in ("device cookies" of OWASP). Each has a signed token, so that wrong
 * passwords of strangers do not keep its owner out. A token signs nobody in. A new password ends all of them.
 */
export function openKnownDevices({ clock, index, passwords }: KnownDevicesOptions) {
  async function macsOf(user: UserId, id: string, until: string): Promise<readonly Buffer[]> {
    return index.all('known-device', [user, id, until, await passwords.changedAt(user)].join(' '));
  }

  return {
    /** A token for a browser in which the user has just proved the account. */
    async issue(user: UserId): Promise<string> {
      const id = newToken();
      const until = String(clock.now() + SESSION_SECONDS * 1000);
      const [mac] = await macsOf(user, id, until);
      return [until, id, mac?.toString('base64url')].join('.');
    },
    /** Id of the device; undefined unless the token is of this account and valid. */
    async idOf(user: UserId, token: string): Promise<string | undefined> {
      const [until = '', id = '', mac = ''] = token.split('.');
      const macBytes = Buffer.from(mac, 'base64url');
      const macs = await macsOf(user, id, until);
      const genuine = macs.some(
        (right) => macBytes.length === right.length && timingSafeEqual(macBytes, right),
      );
      return genuine && Number(until) > clock.now() ? id : undefined;
    },
  };
}

export type KnownDevices = ReturnType<typeof openKnownDevices>;
