import { useTranslation } from 'react-i18next';

/** Says how much is left: unlimited, so many, or sold out. */
export function useStockText(): (stock: number | '') => string {
  const { t } = useTranslation('offer');
  return (stock) => {
    if (stock === '') return t('stock.unlimited');
    return stock === 0 ? t('stock.soldOut') : t('stock.count', { count: stock });
  };
}
