import { FreeShipping } from './free-shipping.tsx';
import { TemplateList } from './template-list.tsx';

/** What a creator takes for sending; part of /setting/shop. */
export const ShippingSettings = () => (
  <>
    <TemplateList />
    <FreeShipping />
  </>
);
