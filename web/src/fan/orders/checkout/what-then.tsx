import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../../../api/refusal.ts';

const WAYS_ON = {
  [EC.outOfStock]: 'then.outOfStock',
  [EC.limitReached]: 'then.limitReached',
  [EC.codeUsed]: 'then.codeUsed',
  [EC.redeemUnknown]: 'then.codeUnknown',
  [EC.planDeleted]: 'then.deleted',
} as const;

const hasWayOn = (ec: number): ec is keyof typeof WAYS_ON => ec in WAYS_ON;

/** The possible next steps after a refused order, below its reason. */
export function WhatThen({ refusal }: { refusal: unknown }) {
  const { t } = useTranslation('checkout');
  if (!isRefusal(refusal) || !hasWayOn(refusal.ec)) return null;
  return (
    <Text size="sm" mt={4}>
      {t(WAYS_ON[refusal.ec])}
    </Text>
  );
}
