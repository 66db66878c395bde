import { ConfigError, type Environment, readAll, webAddress } from './values.ts';

/** Who runs the site. */
export interface OperatorSettings {
  name: string;
  /** `YYYY-MM-DD`: the version of terms and privacy policy that people agree to now. */
  termsVersion: string;
  /** Own pages in place of the built-in ones, and the ICP number; empty: not shown. */
  terms: string;
  privacy: string;
  help: string;
  icpNumber: string;
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

export const operatorSettings = (env: Environment): OperatorSettings =>
  readAll<OperatorSettings>({
    name: () => env.OPERATOR_NAME?.trim().slice(0, 100) || 'Fanwatt',
    termsVersion: () => termsVersion(env),
    terms: () => webAddress(env, 'TERMS_URL'),
    privacy: () => webAddress(env, 'PRIVACY_URL'),
    help: () => webAddress(env, 'HELP_URL'),
    icpNumber: () => env.ICP_NUMBER ?? '',
  });
