import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { sentenceOf } from '../../../app/queries.ts';
import { refusedFields } from '../../../components/forms/form-errors.ts';

interface Props {
  /** Why it was refused; nothing is shown without. */
  error: Error | null;
  /** Fields with their own errors. */
  shown: readonly string[];
}

/** The errors of a form that belong to no field. */
export function FormTrouble({ error, shown }: Props) {
  if (error === null) return null;
  const fields = Object.keys(refusedFields(error) ?? {});
  if (fields.length > 0 && fields.every((field) => shown.includes(field))) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {sentenceOf(error)}
    </Alert>
  );
}
