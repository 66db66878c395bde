import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../app/queries.ts';
import { type FormErrors, refusedFields } from './refused-fields.ts';
import { useNewLanguage } from './use-new-language.ts';

/** The part of a mutation that a form needs. */
export interface Sending<Sent, Answer> {
  mutate: (
    sent: Sent,
    after: { onSuccess: (answer: Answer) => void; onError: (error: unknown) => void },
  ) => void;
  isPending: boolean;
}

type FormInput<Values extends object> = NonNullable<Parameters<typeof useForm<Values>>[0]>;

interface Input<Values extends object, Sent, Answer> {
  initialValues: Values;
  validate?: NonNullable<FormInput<Values>['validate']>;
  send: Sending<Sent, Answer>;
  requestOf: (values: Values) => Sent;
  /** Fields that have another name in the request: name there → name in the form. */
  names?: Readonly<Record<string, string>>;
  /** Fields that show their refusal without the form. */
  shows?: readonly string[];
  /** Assigns refusals without a field to a field. */
  fieldsOf?: (error: unknown) => FormErrors | undefined;
  /** Message after success. */
  saved?: string | ((answer: Answer) => string) | undefined;
  /** The form is sent once: it waits for a promise, e.g. of the way to the next page. */
  onDone?: ((answer: Answer, values: Values) => void | Promise<void>) | undefined;
  onRefused?: ((error: unknown) => void) | undefined;
  /** The mutation shows its own message for a refusal without fields. */
  toasts?: boolean;
}

/** A form that sends one request. A field's refusal is shown at the field, any other above the buttons. */
export function useServerForm<Values extends object, Sent, Answer>(input: Input<Values, Sent, Answer>) {
  const { initialValues, validate, send, requestOf, names = {}, shows = [] } = input;
  const { fieldsOf = refusedFields, saved, onDone, onRefused, toasts = false } = input;
  const shown = useRef(new Set<string>());
  shown.current.clear();
  const [trouble, setTrouble] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [ends, setEnds] = useState(false);
  const refused = () => setRefusals((times) => times + 1);
  const options: FormInput<Values> = {
    initialValues,
    ...(validate && { validate }),
    enhanceGetInputProps: ({ field }) => void shown.current.add(String(field)),
  };
  const form = useForm<Values>(options);
  useNewLanguage(form, () => setTrouble(undefined));
  const onError = (error: unknown) => {
    const errors: Record<string, string> = {};
    const others: string[] = [];
    const fields = fieldsOf(error);
    for (const [field, sentence] of Object.entries(fields ?? {})) {
      const [first = '', ...inside] = field.split('.');
      const named = names[field] ?? [names[first] ?? first, ...inside].join('.');
      const at = [...shown.current, ...shows].find((path) => named === path || named.startsWith(`${path}.`));
      if (at === undefined) others.push(sentence);
      else errors[at] ??= sentence;
    }
    form.setErrors(errors);
    if (fields === undefined) setTrouble(toasts ? undefined : sentenceOf(error));
    else setTrouble(others.join(' ') || undefined);
    refused();
    onRefused?.(error);
  };
  const submit = form.onSubmit((values) => {
    if (send.isPending || ends) return;
    setTrouble(undefined);
    send.mutate(requestOf(values), {
      onSuccess: (answer) => {
        const message = typeof saved === 'function' ? saved(answer) : saved;
        if (message !== undefined) notifications.show({ color: 'green', message });
        const end = onDone?.(answer, values);
        if (end === undefined) return;
        setEnds(true);
        void end.finally(() => setEnds(false));
      },
      onError,
    });
  }, refused);
  return { ...form, submit, sending: send.isPending || ends, trouble, refusals };
}
