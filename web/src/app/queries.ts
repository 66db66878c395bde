import { notifications } from '@mantine/notifications';
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { successSentence } from '../api/client.ts';
import {
  type ApiRefusal,
  ConsentMissing,
  EC,
  isRefusal,
  isSignedOut,
  isUnreachable,
} from '../api/refusal.ts';
import { bindQuestion } from './consent/bind-question.ts';
import { faultNumber, isMissingFunction } from './program-fault.ts';
import { profileQuery, sessionEnded } from './session.ts';
import { otherPerson } from './windows/person.ts';

/**
 * The sentence for any failure: the server's own for a refusal, ours when it did not answer. A fault of the server or of
 * the program has a number to report.
 */
export function sentenceOf(error: unknown): string {
  if (isRefusal(error) && error.message !== '') {
    const { request_id: number } = error.data;
    return isRefusal(error, EC.internal) && typeof number === 'string'
      ? i18next.t('shell:state.numbered', { sentence: error.message, number })
      : error.message;
  }
  if (error instanceof ConsentMissing) return i18next.t('shell:consent.readOnly');
  if (isRefusal(error) || isUnreachable(error)) return i18next.t('shell:state.unreachable');
  const number = faultNumber(error);
  console.error(number, error);
  return i18next.t(isMissingFunction(error) ? 'shell:state.outdated' : 'shell:state.fault', { number });
}

const RETRIES = 2;

interface Ways {
  /** To /login, where the page needs a session. */
  signedOut(): void;
  /** To /error, with the refusal. */
  failed(refusal: ApiRefusal): void;
}

/**
 * One client for the visit. An ended session is detected by any call: the person becomes a guest, and `signedOut` leads
 * to /login. Refused writes show the server's sentence unless `meta.quiet`; 401 leads to /error, and writes refused with
 * 40102 and 40103 ask to add an address. With `meta.tells` a write shows the sentence of its success. After a write
 * everything on the screen is read again unless `meta.refresh` is false.
 */
export function createQueryClient({ signedOut, failed }: Ways): QueryClient {
  // A pressed switch shows its new state before the browser paints; a timer would show the old one once more.
  notifyManager.setScheduler(queueMicrotask);
  const ended = () => {
    sessionEnded(client);
    signedOut();
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) ended();
        if (isRefusal(error, EC.confirmOld)) failed(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const signedIn = client.getQueryState(profileQuery.queryKey)?.dataUpdatedAt ?? 0;
        // A late answer of the former session does not end the one since.
        if (isSignedOut(error) && mutation.state.submittedAt >= signedIn) ended();
        if (isRefusal(error, EC.otherPerson)) otherPerson.notice();
        if (mutation.meta?.quiet === true) return;
        if (isRefusal(error, EC.confirmOld)) {
          failed(error);
        } else if (isRefusal(error, EC.bindFirst, EC.bindPhone)) {
          bindQuestion.ask(error);
        } else {
          notifications.show({ color: 'red', message: sentenceOf(error) });
        }
      },
      onSuccess: (answer, _variables, _result, mutation) => {
        const message = mutation.meta?.tells ? successSentence(answer) : undefined;
        if (message !== undefined) notifications.show({ color: 'green', message });
      },
      // Also after a refusal: another person may have changed the data.
      onSettled: (_answer, error, _input, _result, mutation) => {
        // What the page shows stays that of its person.
        if (mutation.meta?.refresh === false || isSignedOut(error) || isRefusal(error, EC.otherPerson))
          return;
        const refreshed = client.invalidateQueries();
        return error === null ? refreshed : undefined;
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays a refusal; only silence is worth another try.
        retry: (failures, error) => failures < RETRIES && !isRefusal(error),
        refetchOnWindowFocus: true,
      },
      // Fails at once without a network, instead of acting later unseen.
      mutations: { networkMode: 'always' },
    },
  });
  // Texts of the server are in the language of the request. The first language is known before the first request.
  i18next.on('languageChanged', () => {
    if (i18next.isInitialized) void client.invalidateQueries();
  });
  return client;
}
