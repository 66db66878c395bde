import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { sentenceOf } from '../../../app/queries.ts';
import { refusedFields } from '../../../components/forms/form-errors.ts';

interface Props {
  /** Why it was refused; nothing is shown without. */
  error: Error | null;
  /** Fields that say themselves what is wrong with them. */
  shown: readonly string[];
}

/** What is wrong with a form beyond its fields. */
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
