import { randomBytes } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import type { OpenTokens } from './tokens.ts';
import type { Webhooks } from './webhooks.ts';

/** The name of the application itself, at any address and port. No name server knows names in `.test`. */
const HOST = 'receiver.fanwatt.test';
const URL_FORM = new RegExp(`^http://${HOST.replaceAll('.', '\\.')}/([0-9a-f]{32})/([0-9a-f]{32})$`);
/** Calls are received at this path, with creator and key. */
const RECEIVER_PATH = '/api/sandbox/webhook-receiver';
/** Names the token whose secret the sandbox shows again. */
const TOKEN_NAME = 'Sandbox';

export const receiverUrl = (creator: string, key: string): string => `http://${HOST}/${creator}/${key}`;

/** The receiver's path of a webhook's address; undefined for any other address. */
export function receiverPath(url: string): string | undefined {
  const [, creator, key] = URL_FORM.exec(url) ?? [];
  return key && `${RECEIVER_PATH}/${creator}/${key}`;
}

interface Stores {
  openTokens: Pick<OpenTokens, 'create' | 'list' | 'secretsOf'>;
  webhooks: { addresses: Pick<Webhooks, 'create' | 'list'> };
}

/** The creator's webhook to the receiver of the sandbox. */
export async function ownReceiver({ webhooks }: Stores, creator: UserId) {
  return (await webhooks.addresses.list(creator)).find(({ url }) => receiverPath(url) !== undefined);
}

/** The token that the sandbox shows. */
export async function sandboxToken({ openTokens }: Stores, creator: UserId) {
  const found = (await openTokens.list(creator)).find(({ name }) => name === TOKEN_NAME);
  if (found === undefined) return undefined;
  const secrets = await openTokens.secretsOf(creator);
  const token = secrets.find(({ token_id }) => token_id === found.token_id)?.secret;
  return token === undefined ? undefined : { token_id: found.token_id, token };
}

interface ReceiverRequest {
  scopes: readonly string[];
  topics: readonly string[];
}

/**
 * Gives the creator a token and a webhook to the receiver, where they are missing.
 * @returns what the creator has the most of that are allowed; undefined after success
 */
export async function openTestReceiver(stores: Stores, creator: UserId, { scopes, topics }: ReceiverRequest) {
  if ((await sandboxToken(stores, creator)) === undefined) {
    if ((await stores.openTokens.create(creator, TOKEN_NAME, scopes)) === 'full') return 'open_tokens';
  }
  if ((await ownReceiver(stores, creator)) !== undefined) return undefined;
  const url = receiverUrl(creator, randomBytes(16).toString('hex'));
  return (await stores.webhooks.addresses.create(creator, url, topics)) === 'full' ? 'webhooks' : undefined;
}
