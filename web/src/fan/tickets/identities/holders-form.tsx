import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentName } from '#services/contract/tickets/documents.ts';
import { type Identity, listIdcards } from '#services/contract/tickets/identities.ts';
import { queryOf } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { Skeletons } from '../../../components/skeletons.tsx';
import { languageOf } from '../../../language/language.ts';
import { holdersOf } from './holders.ts';
import { IdentityDialog } from './identity-dialog.tsx';

/** The state of `useHolders`. */
export interface Holders {
  /** By ticket, the id of the saved record, sent as `identity_id`; empty without a choice. */
  ids: readonly string[];
  /** Every ticket has its person. */
  complete: boolean;
  choose: (at: number, identity_id: string) => void;
}

/** The holders of the tickets: saved people in turn, until others are chosen. */
export function useHolders(tickets: number, before: readonly string[] = []): Holders {
  const { data } = useQuery(queryOf(listIdcards, {}, { enabled: tickets > 0 }));
  const [chosen, setChosen] = useState<readonly (string | undefined)[]>(() =>
    before.map((id) => id || undefined),
  );
  const ids = holdersOf(tickets, chosen, data?.list ?? []);
  const choose = (at: number, identity_id: string) =>
    setChosen((before) =>
      Array.from({ length: tickets }, (_, one) => (one === at ? identity_id : before[one])),
    );
  return { ids, complete: ids.every((id) => id !== ''), choose };
}

interface Props {
  /** The SKU of each ticket, in the order of sending. */
  tickets: readonly string[];
  holders: Holders;
  /** Why the order was refused; fields `tickets.0` … are shown at their ticket. */
  refusal: unknown;
  /** False inside another card. */
  framed?: boolean;
}

/** One person for each ticket, in checkout: a saved one or a new one. */
export function HoldersForm({ tickets, holders, refusal, framed = true }: Props) {
  const { t, i18n } = useTranslation('tickets-identities');
  const language = languageOf(i18n.language, undefined);
  const query = useQuery(queryOf(listIdcards, {}));
  const [chosen, setAdding] = useState<boolean>();
  // Without any record the form for one opens by itself (commerce specification 5).
  const adding = chosen ?? (framed && query.data?.list.length === 0);
  const add = (saved: Identity) => {
    const at = holders.ids.indexOf('');
    if (at >= 0) holders.choose(at, saved.identity_id);
  };
  const form = (
    <>
      <Loaded
        query={query}
        skeleton={<Skeletons count={tickets.length} height={64} radius="md" />}
        isEmpty={({ list }) => list.length === 0}
        empty={<Text c="dimmed">{t('holders.none')}</Text>}
      >
        {({ list }) => (
          <Stack gap="md">
            {tickets.map((ticket, at) => (
              <NativeSelect
                // A ticket has no key but its index before the purchase.
                key={at}
                label={t('holders.of', { ticket })}
                withAsterisk
                value={holders.ids[at] ?? ''}
                onChange={(event) => holders.choose(at, event.currentTarget.value)}
                error={fieldRefusal(refusal, `tickets.${at}`)}
                data={[
                  { value: '', label: t('holders.choose') },
                  ...list.map(({ identity_id, name, id_type, id_card }) => ({
                    value: identity_id,
                    label: `${name} ${documentName(id_type, language)} ${id_card}`,
                  })),
                ]}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {query.data !== undefined && (
        <Group>
          <Button
            size="xs"
            variant={query.data.list.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        </Group>
      )}
      <IdentityDialog subject={adding ? 'new' : undefined} onSaved={add} onClose={() => setAdding(false)} />
    </>
  );
  if (!framed) return <Stack gap="xs">{form}</Stack>;
  return (
    <Section title={t('holders.title')} text={t('holders.text')}>
      {form}
    </Section>
  );
}
