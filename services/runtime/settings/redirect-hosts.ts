import { ConfigError, type Environment } from './values.ts';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** Other hosts of the installation, in lower case. */
export function redirectHosts(env: Environment): string[] {
  const hosts = (env.REDIRECT_HOSTS ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []);
  const own = env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).hostname : undefined;
  for (const host of hosts) {
    const fault = !HOST_NAME.test(host)
      ? 'must be hosts without ports, as m.example.com,old.example.com'
      : host === own && 'is the host of PUBLIC_URL';
    if (fault) throw new ConfigError(`REDIRECT_HOSTS=${host}: ${fault}`);
  }
  if (hosts.length > 0 && own === undefined) throw new ConfigError('REDIRECT_HOSTS: needs PUBLIC_URL');
  return hosts;
}
