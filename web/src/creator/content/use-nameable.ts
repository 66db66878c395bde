import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isByPiece } from '#events/status.ts';
import { useStudioCreatorId } from '../../app/session.ts';
import { ownPlansQuery } from '../catalog/own-plans.ts';
import { namedSku } from './post-values.ts';

/** The plans, and the models of goods and tickets, that a post can name; those it names already, too. */
export function useNameable(named: readonly string[]) {
  const { t } = useTranslation('content-compose');
  const creator_id = useStudioCreatorId();
  const plans = useQuery(ownPlansQuery(creator_id, 'plans')).data?.list ?? [];
  const products = useQuery(ownPlansQuery(creator_id, 'shop')).data?.list ?? [];
  const ofPlans = plans.map(({ plan_id, name }) => ({ value: plan_id, label: name }));
  const ofItems = products
    .filter(({ product_type }) => isByPiece(product_type))
    .flatMap(({ plan_id, name, sku }) =>
      sku.map((one) => ({
        value: namedSku(plan_id, one.sku_id),
        label: sku.length > 1 ? `${name} · ${one.name}` : name,
      })),
    );
  const known = new Set([...ofPlans, ...ofItems].map(({ value }) => value));
  const gone = named.filter((one) => !known.has(one)).map((value) => ({ value, label: t('who.gone') }));
  return [
    { group: t('who.plans'), items: ofPlans },
    { group: t('who.items'), items: [...ofItems, ...gone] },
  ].filter(({ items }) => items.length > 0);
}
