import { Button, FileButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MediaKind } from '#services/contract/media/media.ts';
import { acceptOf } from './file-limits.ts';

interface Props {
  kind: MediaKind;
  /** Endings; by default those of the kind. */
  accept?: string | undefined;
  label: string;
  icon: ReactNode;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Chooses files of a kind. */
export function ChooseFile(props: Props) {
  const { kind, label, icon, multiple = false, disabled = false, onFiles } = props;
  const { accept = acceptOf(kind) } = props;
  return (
    <FileButton<boolean>
      multiple={multiple}
      {...(accept !== undefined && { accept })}
      onChange={(chosen) => onFiles([chosen ?? []].flat())}
    >
      {(props) => (
        <Button {...props} variant="default" size="sm" disabled={disabled} leftSection={icon}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
