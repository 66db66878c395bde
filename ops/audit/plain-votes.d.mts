/** Type of plain-votes.mjs for the command. */
export interface RowClient {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

export function voteFaults(client: RowClient, most: number): Promise<string[]>;
