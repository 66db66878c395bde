import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Region } from '#services/contract/delivery/regions.ts';
import type { ShippingTemplate } from '#services/contract/delivery/shipping.ts';
import { provincesQuery } from '../../components/delivery/regions-query.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { RuleRow } from './rule-row.tsx';
import { newRule } from './template-form.ts';
import { useTemplateForm } from './use-template-form.ts';

interface Props {
  /** The subject of the dialog: a new or an existing template; undefined while it is closed. */
  subject: 'new' | ShippingTemplate | undefined;
  onClose: () => void;
}

/** Makes or changes a shipping template. */
export function TemplateDialog({ subject, onClose }: Props) {
  const { t } = useTranslation(['delivery-shipping', 'shell']);
  const provinces = useQuery(provincesQuery(subject !== undefined));
  const template = subject === 'new' ? undefined : subject;
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={t(template === undefined ? 'form.new' : 'form.edit')}
      size="lg"
    >
      <Loaded query={provinces} skeleton={<Skeleton height={320} radius="md" />}>
        {(list) => (
          <TemplateFields
            key={template?.template_id ?? 'new'}
            template={template}
            provinces={list}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Modal>
  );
}

const MAX_RULES = 40;

interface FormProps {
  template: ShippingTemplate | undefined;
  provinces: readonly Region[];
  onClose: () => void;
}

function TemplateFields({ template, provinces, onClose }: FormProps) {
  const { t } = useTranslation(['delivery-shipping', 'shell']);
  const form = useTemplateForm(template, onClose);
  const { rules } = form.values;
  return (
    <ServerForm form={form} submit={t('shell:action.save')} onCancel={onClose}>
      <TextInput
        label={t('form.name')}
        placeholder={t('form.nameSample')}
        maxLength={40}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {rules.map((rule, index) => (
        <RuleRow key={rule.key} form={form} index={index} provinces={provinces} />
      ))}
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={rules.length >= MAX_RULES}
        onClick={() => form.insertListItem('rules', newRule())}
      >
        {t('form.addRule')}
      </Button>
    </ServerForm>
  );
}
