import { Text, Timeline } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconPackage,
  IconTruckDelivery,
} from '@tabler/icons-react';
import type { DeliveryStateName, Progress } from '#services/contract/delivery/express.ts';
import { useLocale } from '../../language/use-locale.ts';
import { useParcelText } from './parcel-text.ts';

/** States with their own icon; all others are in transit. */
const ICONS: Partial<Record<DeliveryStateName, typeof IconPackage>> = {
  processing: IconPackage,
  in_delivery: IconTruckDelivery,
  delivery_failed: IconAlertTriangle,
  signed: IconCircleCheck,
  returned: IconArrowBackUp,
};

/** Where a parcel has been, newest first. */
export function ParcelWay({ steps }: { steps: Progress['list'] }) {
  const { t, formats } = useLocale('delivery');
  const textOf = useParcelText();
  return (
    <Timeline active={0} bulletSize={28} lineWidth={2} aria-label={t('way')}>
      {steps.map(({ state, time }, at) => {
        const Icon = ICONS[state] ?? IconTruckDelivery;
        return (
          <Timeline.Item
            // A parcel can be in one state more than once.
            key={`${steps.length - at} ${state}`}
            bullet={<Icon size={16} aria-hidden />}
            title={textOf(state)}
          >
            <Text className="footnote figures">{formats.dateTime(time)}</Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
