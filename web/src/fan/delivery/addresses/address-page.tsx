import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { AddressList } from './address-list.tsx';
import { SendOrderTo } from './send-order-to.tsx';

const route = getRouteApi('/setting/address');

/** /setting/address: one's addresses; with an order in the address bar, where that order goes. */
export function AddressPage() {
  const { t } = useTranslation('delivery-addresses');
  const { out_trade_no, cart_order_no, has_back } = route.useSearch();
  if (out_trade_no !== undefined || cart_order_no !== undefined) {
    return <SendOrderTo order={{ out_trade_no, cart_order_no }} hasBack={has_back === 1} />;
  }
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <AddressList />
    </AccountFrame>
  );
}
