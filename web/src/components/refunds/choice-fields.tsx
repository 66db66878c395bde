import { Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useLocale } from '../../language/use-locale.ts';
import { CountField } from '../forms/count-field.tsx';
import { MoneyInput } from '../forms/money-input.tsx';
import { type RefundKind, unitsLeft } from './refund-choice.ts';
import type { RefundFormState } from './use-refund-form.ts';

interface Props {
  form: RefundFormState;
  /** Errors are shown only after the first attempt to submit. */
  tried: boolean;
  /** The server's error for a field that was valid here. */
  refused?: { amount?: string | undefined; parts?: string | undefined };
}

/** The content of a refund: everything, units, tickets or an amount. */
export function ChoiceFields({ form, tried, refused = {} }: Props) {
  const { t, formats } = useLocale('refunds');
  const { order, kinds, choice, wrong, change } = form;
  const left = formats.money(order.refundable_amount);
  const wrongParts =
    tried && (wrong === 'units' || wrong === 'tickets') ? t(`error.${wrong}`) : refused.parts;
  const wrongAmount =
    tried && wrong === 'amount'
      ? t('error.amount', { min: formats.money('0.01'), max: left })
      : refused.amount;
  return (
    <>
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label={t('how')}
          fullWidth
          value={choice.kind}
          // Each of them is one of the kinds offered below.
          onChange={(kind) => change({ kind: kind as RefundKind, amount: undefined })}
          data={kinds.map((kind) => ({ value: kind, label: t(kind) }))}
        />
      )}
      <Text className="hint figures">{t('left', { amount: left })}</Text>
      {choice.kind === 'units' && <Units form={form} />}
      {choice.kind === 'tickets' && <Tickets form={form} />}
      {wrongParts !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {wrongParts}
        </Text>
      )}
      {choice.kind !== 'whole' && (
        <MoneyInput
          label={t('money')}
          description={choice.kind === 'amount' ? undefined : t('moneyHint')}
          value={choice.amount ?? form.amount}
          onChange={(event) => change({ amount: event.currentTarget.value })}
          error={wrongAmount}
        />
      )}
    </>
  );
}

function Units({ form: { order, choice, change } }: { form: RefundFormState }) {
  const { t } = useLocale('refunds');
  return (
    <Stack gap="sm">
      {order.sku_detail
        .filter((line) => unitsLeft(line) > 0)
        .map((line) => {
          const { sku_id, name } = line;
          const most = unitsLeft(line);
          return (
            <Group key={sku_id} justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text>{name}</Text>
                <Text className="footnote">{t('unitsLeft', { count: most })}</Text>
              </div>
              <CountField
                label={t('unitsOf', { name })}
                value={choice.counts[sku_id] ?? 0}
                min={0}
                max={most}
                onChange={(count) =>
                  change({ counts: { ...choice.counts, [sku_id]: count }, amount: undefined })
                }
              />
            </Group>
          );
        })}
    </Stack>
  );
}

function Tickets({ form: { tickets, choice, change } }: { form: RefundFormState }) {
  const { t } = useLocale('refunds');
  return (
    <Checkbox.Group
      aria-label={t('tickets')}
      value={[...choice.ticket_ids]}
      onChange={(ticket_ids) => change({ ticket_ids, amount: undefined })}
    >
      <Stack gap="xs">
        {tickets.map(({ id, code, name, used }) => (
          <Checkbox
            key={id}
            value={id}
            label={t('ticketName', { code, name })}
            description={used ? t('ticketUsed') : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
