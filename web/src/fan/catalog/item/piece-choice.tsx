import { Chip, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { BuyBar } from './buy-bar.tsx';
import { pieceOrder } from './choice.ts';
import { limitOfPlan, limitSentence, mostOf } from './limits.ts';
import type { PlanAt } from './plan-at.ts';
import { SkuChoice } from './sku-choice.tsx';
import { leftOfSku } from './stock-left.ts';

interface Props {
  plan: PlanAt;
  sku: Sku | undefined;
  onChoose: (sku_id: string) => void;
}

/** The one that is shown until the fan chooses: the first that can be had. */
export const firstOf = (skus: readonly Sku[]): Sku | undefined =>
  skus.find((one) => leftOfSku(one) > 0) ?? skus[0];

/** One model of a product, or one kind of ticket for one round, and how many. */
export function PieceChoice({ plan, sku, onChoose }: Props) {
  const { t } = useLocale(['orders-buying', 'catalog-item']);
  const [count, setCount] = useState(1);
  const most = sku === undefined ? 1 : mostOf(plan, sku);
  const limit = limitOfPlan(plan);
  const tickets = plan.product_type === PRODUCT_TYPE.ticket;
  const rounds = plan.ticket_round_list.length > 0 && tickets;
  const skus = rounds ? plan.sku.filter((one) => one.ticket_round_id === sku?.ticket_round_id) : plan.sku;
  return (
    <Stack gap="md">
      {rounds && <RoundChoice plan={plan} sku={sku} onChoose={onChoose} />}
      {skus.length > 0 && (
        <SkuChoice
          plan={plan}
          skus={skus}
          label={t(tickets ? 'catalog-item:ticket.kind' : 'item.model')}
          chosen={sku?.sku_id}
          onChoose={onChoose}
        />
      )}
      {limit !== null && <Text size="sm">{t('limit.plan', { limit: limitSentence(t, limit) })}</Text>}
      {tickets && plan.need_identity && <Text className="hint">{t('catalog-item:ticket.identity')}</Text>}
      {plan.can_buy && (
        <BuyBar
          order={pieceOrder(plan, sku, Math.min(count, Math.max(1, most)))}
          missing={t('item.soldOut')}
          price={sku?.show_price_after_adjust ?? plan.show_price_after_adjust}
          chosen={sku?.name ?? plan.name}
          count={count}
          most={most}
          onCount={setCount}
        />
      )}
    </Stack>
  );
}

/** The rounds of an event; choosing one chooses its first ticket that can be had. */
function RoundChoice({ plan, sku, onChoose }: Props) {
  const { t, formats } = useLocale('catalog-item');
  return (
    <Input.Wrapper label={t('ticket.round')} labelElement="div">
      <Chip.Group
        value={sku?.ticket_round_id ?? null}
        onChange={(round) => {
          const first = firstOf(plan.sku.filter((one) => one.ticket_round_id === round));
          if (first) onChoose(first.sku_id);
        }}
      >
        <Group gap="xs" mt={4} role="radiogroup" aria-label={t('ticket.round')}>
          {plan.ticket_round_list.map(({ id, begin_time, is_over }) => {
            const kinds = plan.sku.filter((one) => one.ticket_round_id === id);
            const at = formats.occasion(begin_time);
            return (
              <Chip key={id} value={id} disabled={kinds.length === 0 || is_over}>
                {is_over ? t('ticket.over', { at }) : at}
              </Chip>
            );
          })}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
