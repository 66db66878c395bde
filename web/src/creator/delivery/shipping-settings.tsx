import { FreeShipping } from './free-shipping.tsx';
import { TemplateList } from './template-list.tsx';

/** A creator's shipping costs; part of /setting/shop. */
export const ShippingSettings = () => (
  <>
    <TemplateList />
    <FreeShipping />
  </>
);
