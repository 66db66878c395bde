import { useTranslation } from 'react-i18next';

/** The text of the stock, of tickets or other goods: unlimited, a number, or sold out. */
export function useStockText(tickets = false): (stock: number | '') => string {
  const { t } = useTranslation('catalog-editor');
  return (stock) => {
    if (stock === '') return t('stock.unlimited');
    return stock === 0 ? t('stock.soldOut') : t(tickets ? 'stock.tickets' : 'stock.count', { count: stock });
  };
}
