import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ELSEWHERE, isAbroad } from '#events/destinations.ts';
import type { Region } from '#services/contract/delivery/regions.ts';
import {
  deleteShippingTemplate,
  listShippingTemplates,
  type ShippingTemplate,
} from '#services/contract/delivery/shipping.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { provincesQuery } from '../../components/delivery/regions-query.ts';
import { RowButton } from '../../components/row-button.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { namesAbroad } from './destination-names.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { shortName } from './template-form.ts';

/** More than any creator has. */
const MAX_TEMPLATES = 100;

/** The creator's shipping templates: make, change, delete. */
export function TemplateList() {
  const { t } = useLocale('delivery-shipping');
  const query = useQuery(queryOf(listShippingTemplates, { per_page: MAX_TEMPLATES }));
  const provinces = useQuery(provincesQuery());
  const remove = useCall(deleteShippingTemplate);
  const [subject, setSubject] = useState<'new' | ShippingTemplate>();
  const { confirm, dialog } = useConfirm();
  const confirmDelete = ({ template_id, name }: ShippingTemplate) =>
    confirm({
      text: t('templates.deleteAsk', { name }),
      yes: t('templates.deleteYes'),
      onYes: () =>
        remove.mutate(
          { template_id },
          {
            onSuccess: () => notifications.show({ color: 'green', message: t('templates.deleted') }),
          },
        ),
    });
  return (
    <Section title={t('templates.title')} text={t('templates.text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 96, radius: 'md' }}
        nothing={{
          icon: <IconTruckDelivery aria-hidden />,
          title: t('templates.empty'),
          text: t('templates.emptyText'),
        }}
        small
      >
        {({ list }) => (
          <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
            {list.map((template) => (
              <TemplateRow
                key={template.template_id}
                template={template}
                provinces={provinces.data ?? []}
                onEdit={() => setSubject(template)}
                onDelete={() => confirmDelete(template)}
              />
            ))}
          </Stack>
        )}
      </Collection>
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setSubject('new')}
      >
        {t('templates.add')}
      </Button>
      <TemplateDialog subject={subject} onClose={() => setSubject(undefined)} />
      {dialog}
    </Section>
  );
}

interface RowProps {
  template: ShippingTemplate;
  /** Empty while their names are not known. */
  provinces: readonly Region[];
  onEdit: () => void;
  onDelete: () => void;
}

function TemplateRow({ template, provinces, onEdit, onDelete }: RowProps) {
  const { t } = useLocale('delivery-shipping');
  const { name, rules, plan_count } = template;
  const served = new Set(rules.flatMap((rule) => rule.provinces));
  const elsewhere = provinces.filter(({ code }) => !served.has(code)).length;
  return (
    <Paper withBorder p="md" radius="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div>
            <Text fw={650}>{name}</Text>
            <Text className="hint">
              {plan_count > 0 ? t('templates.inUse', { count: plan_count }) : t('templates.unused')}
            </Text>
          </div>
          <Group gap={8}>
            <RowButton text={t('templates.edit')} full={t('templates.editOf', { name })} onClick={onEdit} />
            <RowButton
              removes
              text={t('templates.delete')}
              full={t('templates.deleteOf', { name })}
              onClick={onDelete}
            />
          </Group>
        </Group>
        {rules.map((rule) => (
          <RuleText key={rule.provinces.join()} rule={rule} provinces={provinces} />
        ))}
        {provinces.length > 0 && (
          <Text className="hint">
            {elsewhere > 0 ? t('templates.elsewhere', { count: elsewhere }) : t('templates.everywhere')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

type Rule = ShippingTemplate['rules'][number];

function RuleText({ rule, provinces }: { rule: Rule; provinces: readonly Region[] }) {
  const { t, i18n, formats } = useLocale('delivery-shipping');
  const names = provinces.filter(({ code }) => rule.provinces.includes(code));
  const abroad = rule.provinces.filter((code) => isAbroad(code) || code === ELSEWHERE);
  const [first, next] = [formats.money(rule.first_fee), formats.money(rule.next_fee)];
  const more = Number(rule.next_fee) > 0;
  const free = Number(rule.first_fee) === 0 && !more;
  return (
    <div>
      {names.length > 0 && (
        <Text size="sm" lang="zh-CN">
          {names.map(({ name }) => shortName(name)).join('、')}
        </Text>
      )}
      {abroad.length > 0 && <Text size="sm">{namesAbroad(abroad, i18n.language, t)}</Text>}
      <Text className="hint figures">
        {free ? t('templates.free') : t(more ? 'templates.fees' : 'templates.only', { first, next })}
      </Text>
    </div>
  );
}
