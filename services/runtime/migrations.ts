import type { MigrationFolder } from './migrate.ts';

const at = (path: string): URL => new URL(path, import.meta.url);

/** Every area's migrations, in the order in which they are applied. */
export const allMigrations: readonly MigrationFolder[] = [
  { area: 'log', folder: at('../../events/log/postgres/migrations/') },
  { area: 'feed', folder: at('../../events/feed/kafka/migrations/') },
  { area: 'read-models', folder: at('../../read-models/migrations/') },
  { area: 'runtime', folder: at('./migrations/') },
  { area: 'worker', folder: at('../worker/migrations/') },
  { area: 'commerce', folder: at('../commerce/migrations/') },
  { area: 'accounts', folder: at('../modules/accounts/migrations/') },
  { area: 'media', folder: at('../modules/media/migrations/') },
  { area: 'content', folder: at('../modules/content/migrations/') },
  { area: 'relations', folder: at('../modules/relations/migrations/') },
  { area: 'notices', folder: at('../modules/notices/migrations/') },
  { area: 'stats', folder: at('../modules/stats/migrations/') },
  { area: 'cart', folder: at('../modules/cart/migrations/') },
  { area: 'audit', folder: at('../modules/audit/migrations/') },
  { area: 'payments', folder: at('../modules/payments/migrations/') },
  { area: 'delivery', folder: at('../modules/delivery/migrations/') },
  { area: 'payouts', folder: at('../modules/withdrawals/payouts/migrations/') },
];
