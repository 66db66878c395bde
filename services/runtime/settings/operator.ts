import { ConfigError, type Environment, readAll, webAddress } from './values.ts';

/** Who runs the site. */
export interface OperatorSettings {
  name: string;
  /** Other names by the host at which the site is opened, as of a company in another region. */
  namesByHost: Readonly<Record<string, string>>;
  /** `YYYY-MM-DD`: the version of terms and privacy policy that people agree to now. */
  termsVersion: string;
  /** Own pages in place of the built-in ones, and the ICP number; empty: not shown. */
  terms: string;
  privacy: string;
  help: string;
  icpNumber: string;
  /** Ids of at most two people of staff who have the debug console outside of the sandbox. */
  debugUsers: readonly string[];
}

/** The day of the built-in terms and privacy policy (web/src/info). */
export const TERMS_VERSION = '2026-11-30';

function termsVersion(env: Environment): string {
  const text = env.TERMS_VERSION || TERMS_VERSION;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Another form of the same day, as 2026-02-30, is no day.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new ConfigError(`TERMS_VERSION=${text}: must be a day, as 2026-11-30`);
}

const MAX_NAME = 100;
const FORM = 'must be a name, and others by host, as Example Ltd; cn.example.com=示例科技';

/** `Example Ltd; cn.example.com=示例科技`: the name, and those of other hosts. */
function operatorNames(env: Environment): Pick<OperatorSettings, 'name' | 'namesByHost'> {
  const [name = '', ...others] = (env.OPERATOR_NAME ?? '').split(';').map((part) => part.trim());
  const byHost = others.map((part): [string, string] => {
    const [, host, own] = /^([\w.-]+)\s*=\s*(\S.*)$/.exec(part) ?? [];
    if (host === undefined || own === undefined) throw new ConfigError(`OPERATOR_NAME=${part}: ${FORM}`);
    return [host.toLowerCase(), own.slice(0, MAX_NAME)];
  });
  return { name: name.slice(0, MAX_NAME) || 'Fanwatt', namesByHost: Object.fromEntries(byHost) };
}

const MAX_DEBUG_USERS = 2;

function debugUsers(env: Environment): string[] {
  const ids = (env.DEBUG_USERS ?? '').split(',').flatMap((id) => id.trim() || []);
  if (ids.length <= MAX_DEBUG_USERS && ids.every((id) => /^[0-9A-Za-z_-]{1,64}$/.test(id))) return ids;
  throw new ConfigError(`DEBUG_USERS=${env.DEBUG_USERS}: must be at most two user ids, separated by a comma`);
}

/** Who runs the site at a host. */
export const operatorAt = ({ name, namesByHost }: OperatorSettings, host: string): string =>
  Object.hasOwn(namesByHost, host) ? (namesByHost[host] ?? name) : name;

export const operatorSettings = (env: Environment): OperatorSettings =>
  readAll<OperatorSettings>({
    name: () => operatorNames(env).name,
    namesByHost: () => operatorNames(env).namesByHost,
    termsVersion: () => termsVersion(env),
    terms: () => webAddress(env, 'TERMS_URL'),
    privacy: () => webAddress(env, 'PRIVACY_URL'),
    help: () => webAddress(env, 'HELP_URL'),
    icpNumber: () => env.ICP_NUMBER ?? '',
    debugUsers: () => debugUsers(env),
  });
