import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { Address } from '#services/contract/delivery/addresses.ts';
import type { CreateOrder, PrepareOrder } from '#services/contract/orders/orders.ts';
import { useHolders } from '../../tickets/identities/holders-form.tsx';
import { useDraft } from './draft.ts';
import { isSent, linesFor, namesHolders, type OrderSearch, unitsOf } from './order-choice.ts';

/** The fields of an order besides the choice: address, holders, codes. */
export function useCheckout(plan: Plan, search: OrderSearch) {
  const { t } = useTranslation('orders-checkout');
  const draft = useDraft();
  const [remark, setRemark] = useState(draft.remark ?? search.remark ?? '');
  const [address, setAddress] = useState<Address | undefined>(draft.address);
  const [invite_code, setInvite] = useState(draft.invite_code ?? '');
  const [redeem_code, setRedeem] = useState('');
  const named = namesHolders(plan);
  const units = named ? unitsOf(linesFor(plan, search)) : [];
  const holders = useHolders(units.length, draft.holders);
  const sent = isSent(plan);
  const invited = plan.need_invite_code;

  /** The fields that affect the price, besides the choice. */
  const terms: Partial<PrepareOrder> = {
    ...(sent && address !== undefined && { address_id: address.address_id }),
    ...(invited && invite_code.trim() !== '' && { invite_code: invite_code.trim() }),
    ...(redeem_code !== '' && { redeem_code }),
    ...(search.affiliate_code !== undefined && { affiliate_code: search.affiliate_code }),
  };
  const { custom_order_id } = search;
  const custom = custom_order_id === undefined ? {} : { custom_order_id };
  /** The other fields of the order. */
  const input: Partial<CreateOrder> = {
    remark: remark.trim(),
    ...custom,
    ...(named && { tickets: units.map((sku_id, at) => ({ sku_id, identity_id: holders.ids[at] ?? '' })) }),
  };
  const missing =
    sent && address === undefined
      ? t('place.address')
      : named && !holders.complete
        ? t('place.holders')
        : invited && invite_code.trim() === ''
          ? t('place.invite')
          : undefined;

  return {
    remark: { value: remark, set: setRemark },
    address: { value: address, set: setAddress },
    invite: { value: invite_code, set: setInvite },
    redeem: { value: redeem_code, set: setRedeem },
    holders,
    units,
    named,
    sent,
    invited,
    terms,
    custom,
    input,
    missing,
    draft: { remark, address, invite_code, holders: holders.ids },
  };
}
