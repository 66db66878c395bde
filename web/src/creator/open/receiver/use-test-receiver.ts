import { useQuery } from '@tanstack/react-query';
import { getTestReceiver, RECEIVER_TOPIC } from '#services/contract/open/test-receiver.ts';
import { queryOf } from '../../../api/queries.ts';
import { configQuery } from '../../../shell/config-query.ts';

/** The sandbox's test receiver, live. Nothing is asked outside the sandbox. */
export function useTestReceiver() {
  const config = useQuery(configQuery);
  const sandbox = config.data?.sandbox;
  const receiver = useQuery({
    ...queryOf(getTestReceiver, {}, { enabled: sandbox === true }),
    meta: { topics: [RECEIVER_TOPIC] },
  });
  return { sandbox, receiver };
}
