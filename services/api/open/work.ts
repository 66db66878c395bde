import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { OpenData } from '#services/contract/open/answers.ts';
import type { OpenParams } from '#services/contract/open/params.ts';
import type { OpenCallName } from '#services/contract/open/scopes.ts';
import type { ApiRefusal } from '../http/refusals.ts';

/** The caller and the dependencies of a call. */
export interface OpenWork {
  deps: Dependencies;
  creator: UserId;
  /** From the header `idempotency-key`. */
  key: string | undefined;
}

export type Runs = {
  [Name in OpenCallName]: (work: OpenWork, params: OpenParams<Name>) => Promise<OpenData<Name> | ApiRefusal>;
};

export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const totals = (total_count: number, { per_page }: { per_page: number }) => ({
  total_count,
  total_page: Math.ceil(total_count / per_page),
});
