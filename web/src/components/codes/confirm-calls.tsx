import { lazy, Suspense, useEffect, useState } from 'react';
import { confirming } from '../../api/client.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

interface Asked {
  /** Why the code before was refused. */
  wrong: string;
  /** Undefined: the person does not confirm. */
  answer: (code: string | undefined) => void;
}

/** Asks for the code of a call that needs one; `call` repeats it. */
export function ConfirmCalls() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    confirming.ask = (wrong) =>
      new Promise((resolve) => {
        const answer: Asked['answer'] = (code) => {
          setAsked(undefined);
          resolve(code);
        };
        setAsked((before) => {
          before?.answer(undefined);
          return { wrong, answer };
        });
      });
    return () => {
      confirming.ask = undefined;
    };
  }, []);
  if (asked === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog wrong={asked.wrong} onAnswer={asked.answer} />
    </Suspense>
  );
}
