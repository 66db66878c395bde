import type { Dependencies } from '../dependencies.ts';
import type { ApiRefusal } from '../refusals.ts';

/** A refusal if people were shown other texts than those that hold now; none where no version is named. */
export const otherTerms = (
  { config }: Pick<Dependencies, 'config'>,
  version: string | undefined,
): ApiRefusal | undefined =>
  version === undefined || version === config.operator.termsVersion ? undefined : { code: 'terms_changed' };
