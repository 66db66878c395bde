import { useTranslation } from 'react-i18next';

/** The text of the stock: unlimited, a number, or sold out. */
export function useStockText(): (stock: number | '') => string {
  const { t } = useTranslation('offer');
  return (stock) => {
    if (stock === '') return t('stock.unlimited');
    return stock === 0 ? t('stock.soldOut') : t('stock.count', { count: stock });
  };
}
