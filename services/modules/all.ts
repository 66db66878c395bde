import type { Pool } from 'pg';
import { openInbox } from '#services/modules/messages/inbox.ts';
import { type Channels, openOutbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import type { Listener } from '#services/runtime/listener.ts';
import { derivedKey, derivedRing } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { SMS_PER_DAY } from '#services/runtime/settings/sms.ts';
import type { WechatLoginSettings } from '#services/runtime/settings/wechat-login.ts';
import { openAttempts } from './accounts/attempts.ts';
import { openAccountCodes } from './accounts/codes/account-codes.ts';
import { openBinding } from './accounts/codes/binding.ts';
import { openSmsLimits } from './accounts/codes/sms-limits.ts';
import { openContacts } from './accounts/contacts.ts';
import { openDirectory } from './accounts/directory.ts';
import { openConfirmations } from './accounts/factors/confirmations.ts';
import { openFactorChanges } from './accounts/factors/factor-changes.ts';
import { openFactors } from './accounts/factors/factors.ts';
import { openHalfSessions } from './accounts/factors/half-sessions.ts';
import { openKnownDevices } from './accounts/known-devices.ts';
import { openMembers } from './accounts/members.ts';
import { noMessenger } from './accounts/messenger/messenger.ts';
import { openMessengerLinks } from './accounts/messenger/messenger-links.ts';
import { wechatMessenger } from './accounts/messenger/wechat.ts';
import { ownAddresses } from './accounts/own-addresses.ts';
import { openPasskeySignIn } from './accounts/passkeys/passkey-sign-in.ts';
import { openPasskeys } from './accounts/passkeys/passkeys.ts';
import { relyingParty } from './accounts/passkeys/relying-party.ts';
import { openPassport } from './accounts/passport.ts';
import { openPasswords } from './accounts/passwords.ts';
import { openProfiles } from './accounts/profiles.ts';
import { openPayOptions } from './accounts/rights/pay-options.ts';
import { openRights } from './accounts/rights.ts';
import { openSessions } from './accounts/sessions.ts';
import { openShowcase } from './accounts/showcase.ts';
import { openSignInAddresses } from './accounts/sign-in/sign-in-address.ts';
import { openSignIn } from './accounts/sign-in.ts';
import { openTeam } from './accounts/team.ts';
import { openVault, requireMaster } from './accounts/vault.ts';
import { openVerifyCodes } from './accounts/verify-codes.ts';
import { openAddresses } from './delivery/addresses.ts';
import { openOverlays } from './goals/overlays.ts';
import { blindIndexWith, keyedHash } from './messages/account-name.ts';
import { oauthApps } from './open/apps.ts';
import { openCalls } from './open/calls.ts';
import { oauthGrants } from './open/grants.ts';
import { openWebhookStores } from './open/open-webhooks.ts';
import { openTokens } from './open/tokens.ts';
import { openCertifications } from './staff/certifications.ts';
import { openStaff } from './staff/staff.ts';
import { openIdentities } from './tickets/identities.ts';
import { openBankCodes } from './withdrawals/bank-codes.ts';
import { openBankReviews } from './withdrawals/bank-reviews.ts';
import { openIdentityDocuments } from './withdrawals/identity-documents.ts';
import { openWithdrawMethods } from './withdrawals/withdraw-methods.ts';

export interface AccountsOptions {
  pool: Pool;
  clock: Clock;
  listener: Listener;
  secrets: Secrets;
  /** How messages are delivered; default: the sandbox's outbox. */
  channels?: Channels;
  /** Default: nobody signs in with WeChat. */
  wechatLogin?: WechatLoginSettings | undefined;
  /** Staff needs a second factor, and payees change with a code only; default: false. */
  secondFactor?: boolean;
  /** Where pages are opened; without it nobody has passkeys. */
  publicUrl?: string;
  /** Where people get help: a page, or `mailto:`; default: nowhere. */
  help?: string;
}

/** All account services: sign-in, profiles, roles, and parts that are also used separately. */
export async function openAccounts(options: AccountsOptions) {
  const { pool, clock, listener, secrets, channels, wechatLogin, secondFactor, publicUrl, help } = options;
  const master = secrets.ring('vault');
  await requireMaster(pool, master);
  const kept = await keptKeys(pool, secrets);
  const ids = keyedHash(kept.ids);
  const index = blindIndexWith(secrets.ring('lookup'));
  const vault = openVault(pool, master, clock);
  const messageKey = derivedRing(master, 'outbox');
  const outbox = openOutbox(pool, messageKey, index, clock, channels);
  const sessions = await openSessions(pool, listener, clock, secondFactor);
  const passwords = openPasswords(pool, clock);
  const members = openMembers({ pool, clock, vault, passwords, index, ids });
  const attempts = openAttempts(pool, clock);
  const codes = openVerifyCodes(pool, clock, attempts);
  const tokens = openTokens(pool, derivedRing(master, 'open-tokens'), clock);
  const grants = oauthGrants(pool, clock);
  const team = openTeam(pool, clock);
  const devices = openKnownDevices({ clock, index, passwords });
  const sms = openSmsLimits({ pool, clock, attempts, perDay: channels?.sms?.perDay ?? SMS_PER_DAY });
  const accountCodes = openAccountCodes({ ids, members, devices, codes, outbox, sms });
  const addressesOf = ownAddresses(pool, vault);
  const parts = { pool, clock, ids, devices, members, passwords, sessions, attempts };
  const halves = openHalfSessions(pool, clock);
  const binding = openBinding({ ...parts, vault, codes, outbox, sms, addressesOf });
  const changed = openFactorChanges({ sessions, halves, outbox });
  const factors = openFactors({ ...parts, vault, addressesOf, changed, outbox });
  const party = publicUrl === undefined ? undefined : relyingParty(publicUrl);
  const passkeys = openPasskeys({ ...parts, vault, addressesOf, changed, outbox, party });
  const signIn = openSignIn({ pool, sessions, factors, halves });
  return {
    /** Personal data, encrypted under a key per person. */
    vault,
    /** Messages that would leave the machine. */
    outbox,
    /** The same, as the application shows them to a person. */
    inbox: openInbox(pool, messageKey),
    /** Shipping addresses. */
    addresses: openAddresses(pool, vault, clock),
    /** Where creators' money is paid out to. */
    withdrawMethods: openWithdrawMethods(pool, vault, clock, secondFactor ? outbox : undefined),
    /** Codes that prove a bank card's phone. */
    bankCodes: openBankCodes({ codes, ids, outbox, sms }),
    bankReviews: openBankReviews({ pool, vault, clock, outbox }),
    /** Pictures of identity cards, for those reviews. */
    identityDocuments: openIdentityDocuments(pool, vault, clock),
    /** Pages for streaming programs. */
    overlays: openOverlays(pool, derivedKey(kept.ids, 'overlay'), listener),
    /** Saved holders of tickets. */
    identities: openIdentities({ pool, vault, index, clock }),
    /** Names and pictures of users, in bulk. */
    directory: await openDirectory({ pool, vault, index, listener }),
    accounts: {
      passport: openPassport({
        ...parts,
        codes: accountCodes,
        factors,
        signIn,
        halves,
        outbox,
        publicUrl,
        help,
      }),
      binding,
      /** Second factors of people, and fresh codes before actions. */
      factors,
      confirmations: openConfirmations({ clock, sessions, factors, binding, passkeys }),
      passkeys,
      passkeySignIn: openPasskeySignIn({ passkeys, halves, signIn }),
      messenger: wechatLogin ? wechatMessenger(wechatLogin) : noMessenger,
      messengerLinks: openMessengerLinks({ pool, clock, outbox }),
      knownDevices: devices,
      /** Of each person's latest sign-in. */
      signInAddresses: openSignInAddresses(pool, vault, clock),
      sessions,
      members,
      contacts: openContacts({ pool, vault, index, ids, clock }),
      profiles: openProfiles(pool, clock),
      showcase: openShowcase(pool),
      staff: openStaff(pool, clock),
      attempts,
      certifications: openCertifications(pool, vault, clock),
      /** Certifications, and the rights of creators. */
      rights: await openRights(pool, listener),
      /** Ways of payment that staff took from accounts. */
      payOptions: await openPayOptions(pool, listener),
      team,
      openTokens: tokens,
      openCalls: openCalls(pool),
      oauthApps: oauthApps(pool, clock),
      oauthGrants: grants,
      webhooks: openWebhookStores(pool, master, clock),
      /** A person's own email address and phone number, empty where there is none. */
      addressesOf,
    },
  };
}

/** Parts of accounts, as routes and processes get them. */
export type AccountServices = Awaited<ReturnType<typeof openAccounts>>;
export type Accounts = AccountServices['accounts'];
