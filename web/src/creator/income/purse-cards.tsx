import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Income, IncomeMonth } from '#services/api/contract/finance.ts';
import { useFormats } from '../../language/use-formats.ts';

const PARTS = ['available', 'pending', 'paying'] as const;

interface Props {
  purse: Pick<Income, (typeof PARTS)[number]>;
  asOf: { time: number };
  /** The settled month that can be withdrawn next. */
  next?: IncomeMonth | undefined;
  /** Elsewhere than on the income page: each leads to what makes it up. */
  linked?: boolean;
}

/** How much can be withdrawn, is still to come, and is on its way; what each means stands below it. */
export function PurseCards({ purse, asOf, next, linked = false }: Props) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {PARTS.map((part) => (
        <Paper key={part} withBorder p="md" component="section" aria-label={t(`purse.${part}`)}>
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              {t(`purse.${part}`)}
            </Text>
            <Text className="figures" fz={{ base: 20, sm: 28 }} fw={650} lh={1.2}>
              {formats.money(purse[part])}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`purse.define.${part}`)}
            </Text>
            {part === 'pending' && next !== undefined && (
              <Text size="sm" className="figures">
                {t('purse.next', {
                  money: formats.money(next.net),
                  time: formats.dateTime(next.available_at),
                })}
              </Text>
            )}
            {part === 'pending' && Number(purse.pending) < 0 && <Text size="sm">{t('purse.held')}</Text>}
            {part === 'available' && (
              <Text size="sm">
                <Link to="/withdraw">{t('purse.withdraw')}</Link>
              </Text>
            )}
            {linked && (
              <Text size="sm">
                <Link
                  to="/withdraw"
                  search={{ figure: part }}
                  aria-label={`${t(`purse.${part}`)}: ${t('purse.explain')}`}
                >
                  {t('purse.explain')}
                </Link>
              </Text>
            )}
            <Text size="xs" c="dimmed" className="figures">
              {t('asOf', { time: formats.dateTime(asOf.time) })}
            </Text>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
