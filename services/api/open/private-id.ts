import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Config } from '#services/runtime/config.ts';

/** A creator, and what answers to the creator's programs are made with. */
export interface CreatorWork<Parts> {
  deps: Parts & Pick<Dependencies, 'requestHash'> & { config: Pick<Config, 'publicUrl'> };
  creator: UserId;
}

/** The same for every call of one creator about one fan, different with every other creator. */
export const privateId = (
  { deps, creator }: { deps: Pick<Dependencies, 'requestHash'>; creator: UserId },
  fan: string,
): string => deps.requestHash(creator, { fan }).slice(0, 32);
