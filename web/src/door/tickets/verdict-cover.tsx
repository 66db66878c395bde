import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import classes from '../../components/camera/stage.module.css';
import { DocumentNumber } from '../../components/tickets/document-number.tsx';
import type { Formats } from '../../language/format.ts';
import { useFormats, useLocale } from '../../language/use-locale.ts';
import type { Verdict } from './check-in.ts';

const ICONS = { good: IconCircleCheck, bad: IconCircleX, unsure: IconAlertTriangle } as const;
const WHY = { typed: 'uncheckedText', no_key: 'noKeyText', unable: 'unableText' } as const;

/** The reason in a sentence; empty if the title is enough. */
function verdictText(verdict: Verdict, t: TFunction<'door'>, formats: Formats): string {
  switch (verdict.kind) {
    case 'admitted':
      return verdict.ticket.name === '' ? '' : t('verdict.compare');
    case 'used': {
      const { used_at, used_by: name, device } = verdict.ticket;
      const time = formats.dateTime(used_at ?? 0);
      return device === ''
        ? t('verdict.usedText', { time, name })
        : t('verdict.usedDevice', { time, name, device });
    }
    case 'refused':
      return verdict.sentence;
    case 'usedHere':
      return t('verdict.usedHereText', { time: formats.time(verdict.at) });
    case 'unchecked':
      return t(`verdict.${WHY[verdict.why]}`);
    case 'otherDay':
      return t('verdict.otherDayText', { time: formats.occasion(verdict.begin_time) });
    case 'forged':
    case 'unknown':
    case 'other':
    case 'unconfirmed':
      return t(`verdict.${verdict.kind}Text`);
    default:
      return verdict satisfies never;
  }
}

interface Props {
  verdict: Verdict;
  onNext: () => void;
  /** Lets in a ticket of another day. */
  onAdmit: () => void;
}

/** The big word at the door: green, red, or the colour of a decision that is the door's own. */
export function VerdictCover({ verdict, onNext, onAdmit }: Props) {
  const { t, formats } = useLocale('door');
  const { tone, kind } = verdict;
  // One sentence is enough.
  const isUnknown = kind === 'unknown';
  const Icon = ICONS[tone];
  return (
    <div className={`${classes.cover} ${classes[tone]}`} role="alert" data-verdict={kind}>
      <Icon size={72} aria-hidden style={{ flexShrink: 0 }} />
      <Title order={2} fz={28} lh={1.2} style={{ textWrap: 'balance' }}>
        {t(isUnknown ? 'verdict.unknownText' : `verdict.${kind}`)}
      </Title>
      {'ticket' in verdict && <TicketWords ticket={verdict.ticket} />}
      {kind === 'unconfirmed' && verdict.claim.begin_time !== null && (
        <Text className="figures">{formats.dateTime(verdict.claim.begin_time)}</Text>
      )}
      {!isUnknown && <Text>{verdictText(verdict, t, formats)}</Text>}
      <Group gap="sm" justify="center">
        {kind === 'otherDay' && (
          <Button variant="outline" color="dark.9" onClick={onAdmit}>
            {t('verdict.admitAnyway')}
          </Button>
        )}
        <Button variant="white" color="dark" onClick={onNext}>
          {t(kind === 'otherDay' ? 'verdict.turnAway' : 'verdict.next')}
        </Button>
      </Group>
    </div>
  );
}

/** The holder, to compare with the card. */
function TicketWords({ ticket: { name, id_type, id_card, sku, round } }: { ticket: Ticket }) {
  const formats = useFormats();
  return (
    <div>
      {name !== '' && (
        <Text fz={24} fw={650}>
          {name}
        </Text>
      )}
      {id_card !== '' && (
        <Text fz="lg" className="figures">
          <DocumentNumber type={id_type} number={id_card} />
        </Text>
      )}
      <Text className="figures">
        {sku.name}
        {round?.begin_time != null && ` · ${formats.dateTime(round.begin_time)}`}
      </Text>
    </div>
  );
}
