import { lazy, Suspense, useEffect, useState } from 'react';
import { confirming } from '../../api/client.ts';
import type { ApiRefusal } from '../../api/refusal.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

interface Asked {
  refusal: ApiRefusal;
  /** Undefined: the person does not confirm. */
  answer: (code: string | undefined) => void;
}

/** Asks for the code of a call that needs one; `call` repeats it. */
export function ConfirmCalls() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    confirming.ask = (refusal) =>
      new Promise((resolve) => {
        const answer: Asked['answer'] = (code) => {
          setAsked(undefined);
          resolve(code);
        };
        setAsked((before) => {
          before?.answer(undefined);
          return { refusal, answer };
        });
      });
    return () => {
      confirming.ask = undefined;
    };
  }, []);
  if (asked === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog refusal={asked.refusal} onAnswer={asked.answer} />
    </Suspense>
  );
}
