import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { castVote, type Vote } from '#services/contract/content/votes.ts';
import { useCall } from '../../../api/queries.ts';
import { isRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { ButtonLink } from '../../links.tsx';
import { OptionPic } from './option-pic.tsx';
import classes from './vote.module.css';

interface Props {
  vote: Vote;
  /** Nobody votes in a preview. */
  previewed: boolean;
}

/** The options to choose from, and the way to vote; guests sign in first and come back. */
export function VoteBallot({ vote: { vote_id, title, most, options }, previewed }: Props) {
  const { t } = useLocale('content-vote');
  const profile = useProfile();
  const back = useLocation({ select: ({ href }) => href });
  const [chosen, setChosen] = useState<string[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const cast = useCall(castVote, { quiet: true });
  const choose = (next: string[]) => {
    setChosen(next);
    setTrouble(next.length > most ? t('tooMany', { most }) : undefined);
  };
  const submit = () => {
    if (chosen.length === 0) return setTrouble(t('chooseOne'));
    if (chosen.length > most) return setTrouble(t('tooMany', { most }));
    cast.mutate(
      { vote_id, vote: chosen },
      {
        onError: (error) => setTrouble((isRefusal(error) && error.errors[0]?.message) || sentenceOf(error)),
      },
    );
  };
  return (
    <Stack gap="sm">
      {most === 1 ? (
        <Radio.Group aria-label={title} value={chosen[0] ?? null} onChange={(value) => choose([value])}>
          <div className={options.some(({ pic }) => pic) ? classes.grid : classes.list}>
            {options.map(({ value, name, pic }) => (
              <Radio.Card key={value} value={value} radius="md" className={classes.option} aria-label={name}>
                <OptionPic pic={pic} />
                <Group wrap="nowrap" gap="sm" p="sm">
                  <Radio.Indicator />
                  <Text className={classes.name}>{name}</Text>
                </Group>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      ) : (
        <Checkbox.Group aria-label={title} value={chosen} onChange={choose}>
          <div className={options.some(({ pic }) => pic) ? classes.grid : classes.list}>
            {options.map(({ value, name, pic }) => (
              <Checkbox.Card
                key={value}
                value={value}
                radius="md"
                className={classes.option}
                aria-label={name}
              >
                <OptionPic pic={pic} />
                <Group wrap="nowrap" gap="sm" p="sm">
                  <Checkbox.Indicator />
                  <Text className={classes.name}>{name}</Text>
                </Group>
              </Checkbox.Card>
            ))}
          </div>
        </Checkbox.Group>
      )}
      {trouble !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trouble}
        </Text>
      )}
      {!previewed && (
        <Group>
          {profile === null ? (
            <ButtonLink to="/login" search={{ back }}>
              {t('signIn')}
            </ButtonLink>
          ) : (
            <Button loading={cast.isPending} onClick={submit}>
              {t('submit')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
