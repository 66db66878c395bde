import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNewLanguage } from '../../../components/forms/use-new-language.ts';
import { planErrors } from './plan-errors.ts';
import type { PlanValues } from './plan-values.ts';

/**
 * The editor's form, checked by the rules of the server before anything is sent.
 * @param draft what was typed before: the form has it, as unsaved
 */
export function usePlanForm(initial: PlanValues, draft: PlanValues | undefined) {
  const { t } = useTranslation('creator');
  const form = useForm<PlanValues>({
    initialValues: draft ?? initial,
    validate: (values) => planErrors(values, t),
    // No field has this name, so that no field clears it.
    ...(draft && { initialDirty: { draft: true } }),
  });
  useNewLanguage(form);
  return form;
}

export type PlanForm = ReturnType<typeof usePlanForm>;
