import { useTranslation } from 'react-i18next';
import type { OpenToken } from '#services/contract/open/developer.ts';

/** The name of a token; one without a name is called by the start of its id. */
export function useTokenName(): (token: Pick<OpenToken, 'name' | 'token_id'>) => string {
  const { t } = useTranslation('open');
  return ({ name, token_id }) => name || t('tokens.unnamed', { id: token_id.slice(0, 6) });
}
